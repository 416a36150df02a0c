import { code } from '#shaders/render/photos.wgsl';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, PhotoDraw } from '../draw/draws.ts';
import { pickFormat } from '../draw/formats.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import { type FrameView, splitFromEye } from '../draw/frame-view.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazyModule, lazyPipeline, type Planned } from './pipeline.ts';
import { TextureGroups } from './texture-groups.ts';

const layout = structLayout(code, 'PhotoDraw');

/** Draws photos placed in space, hidden by what is in front of them. */
export class PhotoRenderer implements FrameRenderer {
  readonly #main: () => GPURenderPipeline;
  readonly #pick: () => GPURenderPipeline;
  readonly #textures: TextureGroups;

  constructor({ device, layouts, outputFormat }: RendererContext) {
    const module = lazyModule(device, 'photos', code);
    const groups = [layouts.frame, layouts.draw, layouts.imageBatch];
    const common = {
      topology: 'triangle-list',
      depthCompare: 'greater',
      writesDepth: true,
      isBlended: false,
    } as const;
    const variant = (label: string, fragment: string, format: GPUTextureFormat) =>
      lazyPipeline(device, module, groups, { ...common, label, fragment, format });
    this.#textures = new TextureGroups(layouts.imageBatch);
    this.#main = variant('photos', 'fragment_main', outputFormat);
    this.#pick = variant('photos pick', 'fragment_pick', pickFormat);
  }

  plan({ overlays }: FrameDraws, { view, uniforms, ledger, isPick }: PlanContext): RenderPlan {
    const photos = overlays.filter((draw) => draw.type === 'photo');
    if (photos.length === 0) return { steps: [] };
    const planned = photos.map((draw) => this.#planPhoto(draw, view, uniforms));
    const phase = isPick ? 'ids' : 'overlays';
    return { steps: [{ phase, encode: (pass) => this.#encode(pass, planned, uniforms, ledger, isPick) }] };
  }

  #planPhoto(draw: PhotoDraw, view: FrameView, uniforms: DrawUniforms): Planned<PhotoDraw> {
    const { high, low } = splitFromEye(view, draw.origin);
    const [rightTop, rightBottom, leftBottom] = draw.corners;
    const offset = uniforms.push(layout, {
      origin_high: high,
      draw_id: draw.drawId,
      origin_low: low,
      right_top: rightTop,
      right_bottom: rightBottom,
      left_bottom: leftBottom,
    });
    return { draw, offset };
  }

  #encode(
    pass: GPURenderPassEncoder,
    planned: readonly Planned<PhotoDraw>[],
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    isPick: boolean,
  ): void {
    pass.setPipeline(isPick ? this.#pick() : this.#main());
    for (const { draw, offset } of planned) {
      pass.setBindGroup(1, uniforms.group, [offset]);
      pass.setBindGroup(2, this.#textures.of(draw.texture, ledger));
      pass.draw(6);
    }
  }
}
