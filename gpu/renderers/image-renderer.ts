import { code } from '#shaders/render/images.wgsl';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, ImageDraw } from '../draw/draws.ts';
import { sceneFormat } from '../draw/formats.ts';
import type {
  FrameRenderer,
  PlanContext,
  RendererContext,
  RenderPlan,
  RenderStep,
} from '../draw/frame-renderer.ts';
import { type FrameView, type PixelWindow, splitFromEye } from '../draw/frame-view.ts';
import { limitTo } from '../draw/swipe.ts';
import { structLayout } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazyModule, lazyPipeline, type Planned } from './pipeline.ts';
import { TextureGroups } from './texture-groups.ts';

const layout = structLayout(code, 'ImageDraw');
const gapFlag = 2;

/**
 * Modes of drawing images: on the image's plane (seen from above), at their own level where there is no terrain, draped
 * over the scene's surface, or over that and outer skirts, whose depth they write, or in space behind what is nearer.
 */
type ImagePlacement = 'plane' | 'level' | 'draped' | 'deep' | 'space';

const minimum: GPUBlendState = {
  color: { srcFactor: 'one', dstFactor: 'one', operation: 'min' },
  alpha: { srcFactor: 'one', dstFactor: 'one', operation: 'min' },
};

/** Draws tiles of images from above. */
export class ImageRenderer implements FrameRenderer {
  readonly #pipelines: Readonly<Record<ImagePlacement, () => GPURenderPipeline>>;
  readonly #cap: () => GPURenderPipeline;
  readonly #textures: TextureGroups;

  constructor({ device, layouts }: RendererContext) {
    const module = lazyModule(device, 'images', code);
    const groups = [layouts.frame, layouts.draw, layouts.imageBatch];
    const common = { format: sceneFormat, topology: 'triangle-list', isBlended: true } as const;
    const flat = { ...common, fragment: 'fragment_main', depthCompare: 'always' } as const;
    const draped = { ...common, vertex: 'vertex_box', cullMode: 'front' } as const;
    this.#textures = new TextureGroups(layouts.imageBatch);
    this.#pipelines = {
      plane: lazyPipeline(device, module, groups, {
        ...flat,
        label: 'images on a plane',
        writesDepth: false,
      }),
      level: lazyPipeline(device, module, groups, { ...flat, label: 'images at a level', writesDepth: true }),
      space: lazyPipeline(device, module, groups, {
        ...flat,
        label: 'images in space',
        depthCompare: 'greater-equal',
        writesDepth: true,
      }),
      draped: lazyPipeline(device, module, [...groups, layouts.sceneDepth], {
        ...draped,
        label: 'draped images',
        fragment: 'fragment_drape',
        depthCompare: null,
        writesDepth: false,
      }),
      deep: lazyPipeline(device, module, [...groups, layouts.drapeSurface], {
        ...draped,
        label: 'images over outer skirts',
        fragment: 'fragment_deep',
        depthCompare: 'always',
        writesDepth: true,
      }),
    };
    this.#cap = lazyPipeline(device, module, [layouts.frame], {
      ...common,
      label: 'cap of opacity',
      vertex: 'vertex_cap',
      fragment: 'fragment_cap',
      depthCompare: 'always',
      writesDepth: false,
      blend: minimum,
    });
  }

  plan(draws: FrameDraws, { view, uniforms, ledger, isPick }: PlanContext): RenderPlan {
    if (isPick) return { steps: [] };
    const basemap = this.#planTiles(draws.basemap, view, uniforms);
    const isInSpace = ({ isLevel }: ImageDraw) => isLevel && !view.isPlan;
    const images = this.#planTiles(
      draws.images.filter((draw) => !isInSpace(draw)),
      view,
      uniforms,
    );
    const inSpace = this.#planTiles(draws.images.filter(isInSpace), view, uniforms);
    const encode = (pass: GPURenderPassEncoder, tiles: readonly Planned<ImageDraw>[], how: ImagePlacement) =>
      this.#encode(pass, tiles, uniforms, ledger, how, view.window);
    const steps: RenderStep[] = [];
    if (basemap.length > 0) {
      steps.push({
        phase: 'basemap',
        encode: (pass) => {
          encode(pass, basemap, 'plane');
          this.#encodeCap(pass);
        },
      });
    }
    if (images.length + inSpace.length === 0) return { steps };
    const isOnTerrain = !view.isPlan && draws.terrain.length + draws.outerSkirts.length > 0;
    const draped = draws.outerSkirts.length > 0 ? 'deep' : 'draped';
    if (isOnTerrain && images.length > 0)
      steps.push({ phase: 'drapedImages', encode: (pass) => encode(pass, images, draped) });
    steps.push({
      phase: 'surface',
      encode: (pass) => {
        if (!isOnTerrain) encode(pass, images, view.isPlan ? 'plane' : 'level');
        encode(pass, inSpace, 'space');
        this.#encodeCap(pass);
      },
    });
    return { steps };
  }

  #planTiles(draws: readonly ImageDraw[], view: FrameView, uniforms: DrawUniforms): Planned<ImageDraw>[] {
    return draws.map((draw) => {
      const { high, low } = splitFromEye(view, draw.origin);
      const [ax, ay] = draw.across;
      const [dx, dy] = draw.down;
      const area = ax * dy - ay * dx;
      const offset = uniforms.push(layout, {
        origin_high: high,
        opacity: draw.opacity,
        origin_low: low,
        flags: draw.isGap ? gapFlag : 0,
        across: draw.across,
        down: draw.down,
        share_x: [dy / area, -dx / area],
        share_y: [-ay / area, ax / area],
        low: draw.low,
        high: draw.high,
        height: draw.height,
        level: draw.level,
      });
      return { draw, offset };
    });
  }

  /**
   * Draws into a pass over the scene's colour, with the scene's depth buffer except for draped images. Those have the
   * depth of the drape surface in group 3.
   */
  #encode(
    pass: GPURenderPassEncoder,
    planned: readonly Planned<ImageDraw>[],
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    placement: ImagePlacement,
    window: Pick<PixelWindow, 'width' | 'height'>,
  ): void {
    if (planned.length === 0) return;
    pass.setPipeline(this.#pipelines[placement]());
    for (const { draw, offset } of planned) {
      limitTo(pass, draw.columns, window);
      pass.setBindGroup(1, uniforms.group, [offset]);
      pass.setBindGroup(2, this.#textures.of(draw.texture, ledger));
      pass.draw(placement === 'draped' || placement === 'deep' ? 36 : 6);
    }
    limitTo(pass, undefined, window);
  }

  /** After images: keeps the scene's opacity at that of lit surfaces. */
  #encodeCap(pass: GPURenderPassEncoder): void {
    pass.setPipeline(this.#cap());
    pass.draw(3);
  }
}
