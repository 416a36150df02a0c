import type { DisplaySettings, PointPath } from '#domain/view/display.ts';
import type { PointTimes } from '#domain/view/viewing.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws } from '../draw/draws.ts';
import { type FrameLook, FrameUniforms } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { ClipBuffers } from '../draw/point-clips.ts';
import { makeLayouts, type SharedLayouts } from '../layouts/bind-groups.ts';
import { FeatureRenderer } from '../renderers/feature-renderer.ts';
import { ImageRenderer } from '../renderers/image-renderer.ts';
import { LabelOcclusion } from '../renderers/label-occlusion.ts';
import { LabelRenderer } from '../renderers/label-renderer.ts';
import { PhotoRenderer } from '../renderers/photo-renderer.ts';
import { depthFormat, sceneFormat } from '../renderers/pipeline.ts';
import type { PointPass } from '../renderers/point-raster.ts';
import { PointRenderer } from '../renderers/point-renderer.ts';
import { type ImageSource, PostRenderer } from '../renderers/post-renderer.ts';
import { holesFormat, TerrainRenderer } from '../renderers/terrain-renderer.ts';
import { TinRenderer } from '../renderers/tin-renderer.ts';
import { WaterRenderer } from '../renderers/water-renderer.ts';
import { ResourceLedger } from '../resources/ledger.ts';
import {
  encodeOverlayIds,
  encodeOverlays,
  type OverlayRenderers,
  type PlannedOverlay,
  planOverlays,
} from './overlay-pass.ts';
import { type PickPixels, PickTarget } from './pick-target.ts';
import {
  type DrapeTargets,
  encodeScene,
  type ScenePlan,
  type SceneRenderers,
  type SceneTargets,
} from './scene-pass.ts';

const drawnAndRead = () => GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING;

const cardMeshes = { whole: 256, hasty: 128 } as const;
const softwareMeshes = { whole: 128, hasty: 32 } as const;

const wholeDepth = (view: GPUTextureView) =>
  ({ view, depthClearValue: 0, depthLoadOp: 'clear', depthStoreOp: 'store' }) as const;

/** Whether something is drawn over the scene that asks how deep it lies. */
function isDrawnOver({ overlays, labels, labelOcclusion }: FrameDraws, { display }: FrameLook): boolean {
  return overlays.length > 0 || labels !== null || labelOcclusion !== null || display.waterLevel !== null;
}

interface FramePlan extends ScenePlan {
  readonly overlays: PlannedOverlay[];
}

/**
 * Everything that lives on one device: renderers, targets, uniforms. Discarded and rebuilt after a device loss;
 * holds no state that the CPU cannot restore.
 */
export class Engine {
  readonly ledger: ResourceLedger;
  readonly opened: OpenedDevice;
  readonly #outputFormat: GPUTextureFormat;
  readonly #layouts: SharedLayouts;
  readonly #scene: SceneRenderers;
  readonly #overlays: OverlayRenderers;
  readonly #labels: LabelRenderer;
  readonly #labelOcclusion: LabelOcclusion;
  readonly #post: PostRenderer;
  readonly #water: WaterRenderer;
  readonly #frame: FrameUniforms;
  readonly #pickFrame: FrameUniforms;
  readonly #draws: DrawUniforms;
  readonly #pickDraws: DrawUniforms;
  readonly #clips: ClipBuffers;
  /** By the name of what is drawn into them. */
  readonly #targets = new Map<string, SceneTargets>();
  readonly #drapeSurfaces = new Map<string, DrapeTargets>();
  #expectsPoints = false;
  /** How points are drawn where no path was chosen, and what the ways took once they were measured. */
  pointPath: PointPath;
  pointTimes: PointTimes | null = null;

  /** `onPrepared`: a frame could be drawn better now. */
  constructor(opened: OpenedDevice, outputFormat: GPUTextureFormat, onPrepared: () => void) {
    const { device } = opened;
    const layouts = makeLayouts(device);
    const context = { device, layouts, outputFormat, onPrepared };
    this.opened = opened;
    this.pointPath = opened.isSoftware ? 'compute' : 'triangles';
    this.#outputFormat = outputFormat;
    this.#layouts = layouts;
    this.ledger = new ResourceLedger(device);
    this.#scene = {
      points: new PointRenderer(context),
      terrain: new TerrainRenderer(context, opened.isSoftware ? softwareMeshes : cardMeshes),
      images: new ImageRenderer(context),
    };
    this.#overlays = {
      features: new FeatureRenderer(context),
      tins: new TinRenderer(context),
      photos: new PhotoRenderer(context),
    };
    this.#labels = new LabelRenderer(context);
    this.#labelOcclusion = new LabelOcclusion(context);
    this.#post = new PostRenderer(context);
    this.#water = new WaterRenderer(context);
    this.#frame = new FrameUniforms(this.ledger, layouts, 'frame');
    this.#pickFrame = new FrameUniforms(this.ledger, layouts, 'pick frame');
    this.#draws = new DrawUniforms(this.ledger, layouts);
    this.#pickDraws = new DrawUniforms(this.ledger, layouts);
    this.#clips = new ClipBuffers(this.ledger, layouts);
  }

  get outputFormat(): GPUTextureFormat {
    return this.#outputFormat;
  }

  /** Triangles that a frame with these draws has. */
  countTriangles(draws: FrameDraws, look: FrameLook): number {
    let count = draws.terrain.length * this.#scene.terrain.trianglesPerTile(look);
    for (const overlay of draws.overlays) if (overlay.type === 'tin') count += overlay.triangleCount;
    return count;
  }

  #plan(
    draws: FrameDraws,
    view: FrameView,
    look: FrameLook,
    uniforms: DrawUniforms,
    isPick: boolean,
  ): FramePlan {
    uniforms.reset();
    const path = this.#pointPathOf(look.display);
    const clips = this.#clips.write(look.display.clips);
    const plan: FramePlan = {
      points: this.#scene.points.plan(draws.points, view, uniforms, look, clips, { path, isPick }),
      terrain: this.#scene.terrain.plan(draws.terrain, view, uniforms, look),
      outerSkirts: this.#scene.terrain.plan(
        draws.images.length > 0 ? draws.outerSkirts : [],
        view,
        uniforms,
        look,
      ),
      basemap: this.#scene.images.plan(draws.basemap, view, uniforms),
      images: this.#scene.images.plan(draws.images, view, uniforms),
      overlays: planOverlays(this.#overlays, draws.overlays, view, uniforms, look),
    };
    uniforms.upload();
    return plan;
  }

  /**
   * Makes what the first points of an image need, which may still be being loaded; false while they cannot be drawn.
   */
  warmPoints(look: FrameLook, draws: FrameDraws['points'] = []): boolean {
    this.#expectsPoints = true;
    return this.#scene.points.warm(draws, look, this.#pointPathOf(look.display));
  }

  /** True where the first points are shown in a hasty image, which a processor makes sooner. */
  get isFirstHasty(): boolean {
    return this.opened.isSoftware && !this.#scene.points.hasDrawn;
  }

  /** True while pipelines are being made that frames will be better with. */
  get isPreparing(): boolean {
    return this.#scene.points.isPreparing;
  }

  #pointPathOf({ pointDrawing, hasPointBlending }: DisplaySettings): PointPath {
    if (pointDrawing !== 'auto') return pointDrawing;
    return hasPointBlending ? 'compute' : this.pointPath;
  }

  #pointPass(frame: GPUBindGroup, draws: DrawUniforms): PointPass {
    const { group: clips, buffers: clipBuffers } = this.#clips;
    return { ledger: this.ledger, frame, draws: draws.group, clips, clipBuffers };
  }

  #sceneTargets(name: string, width: number, height: number): SceneTargets {
    const current = this.#targets.get(name);
    if (current && current.colour.width === width && current.colour.height === height) return current;
    this.freeTargets(name);
    const colour = this.ledger.texture('scene colour', sceneFormat, [width, height], drawnAndRead());
    const depthUsage = drawnAndRead() | GPUTextureUsage.COPY_SRC;
    const depth = this.ledger.texture('scene depth', depthFormat, [width, height], depthUsage);
    const depthGroup = this.ledger.device.createBindGroup({
      label: 'scene depth',
      layout: this.#layouts.sceneDepth,
      entries: [{ binding: 0, resource: depth.createView() }],
    });
    const drapeSurface = () => {
      const known = this.#drapeSurfaces.get(name);
      if (known) return known;
      const made = this.#makeDrape(width, height);
      this.#drapeSurfaces.set(name, made);
      return made;
    };
    const targets = { colour, depth, group: this.#post.sceneGroup(colour, depth), depthGroup, drapeSurface };
    this.#targets.set(name, targets);
    return targets;
  }

  #makeDrape(width: number, height: number): DrapeTargets {
    const depthUsage = drawnAndRead() | GPUTextureUsage.COPY_DST;
    const depth = this.ledger.texture('drape depth', depthFormat, [width, height], depthUsage);
    const holes = this.ledger.texture('drape holes', holesFormat, [width, height], drawnAndRead());
    const group = this.ledger.device.createBindGroup({
      label: 'drape surface',
      layout: this.#layouts.drapeSurface,
      entries: [depth, holes].map((texture, binding) => ({ binding, resource: texture.createView() })),
    });
    return { depth, holes, group };
  }

  /** Frees what was needed to draw a thing that is not drawn any more. */
  freeTargets(name: string): void {
    this.ledger.destroy(this.#targets.get(name)?.colour);
    this.ledger.destroy(this.#targets.get(name)?.depth);
    this.#targets.delete(name);
    this.#freeDrape(name);
  }

  #freeDrape(name: string): void {
    this.ledger.destroy(this.#drapeSurfaces.get(name)?.depth);
    this.ledger.destroy(this.#drapeSurfaces.get(name)?.holes);
    this.#drapeSurfaces.delete(name);
  }

  /**
   * Draws a frame into `output`, which has the window's size and the engine's output format. `name`: of the thing
   * drawn, whose targets are kept until `freeTargets`.
   */
  render(draws: FrameDraws, view: FrameView, look: FrameLook, output: GPUTexture, name: string): void {
    const { device } = this.ledger;
    const frame = this.#frame.write(view, look);
    const plan = this.#plan(draws, view, look, this.#draws, false);
    const encoder = device.createCommandEncoder({ label: 'frame' });
    const image = output.createView();
    const points = this.#pointPass(frame, this.#draws);
    const isOfPoints = this.#isOfPoints(plan);
    const found = isOfPoints ? this.#scene.points.prepareAlone(encoder, plan.points, points) : null;
    if (found && !isDrawnOver(draws, look)) {
      this.freeTargets(name);
      this.#encodeImage(encoder, frame, image, look, { from: 'points', scene: found });
      device.queue.submit([encoder.finish()]);
      return;
    }
    const targets = this.#sceneTargets(name, view.window.width, view.window.height);
    const { ledger } = this;
    const scene = { encoder, frame, view, look, uniforms: this.#draws, ledger, targets, points };
    if (!found) encodeScene(this.#scene, plan, scene);
    if (plan.outerSkirts.length === 0) this.#freeDrape(name);
    const source = found ? ({ from: 'deep points', scene: found } as const) : null;
    this.#encodeImage(
      encoder,
      frame,
      image,
      look,
      source ?? { from: 'targets', scene: targets.group },
      targets,
    );
    if (look.display.waterLevel !== null) this.#water.encode(encoder, frame, targets.depthGroup, image);
    encodeOverlays(this.#overlays, plan.overlays, scene, image);
    const labelPass = { encoder, frame, sceneDepth: targets.depthGroup };
    if (draws.labels) this.#labels.encode(draws.labels, ledger, { ...labelPass, output: image });
    const answer =
      draws.labelOcclusion && this.#labelOcclusion.encode(draws.labelOcclusion, ledger, labelPass);
    device.queue.submit([encoder.finish()]);
    answer?.();
  }

  /** Whether a scene is points alone, there or still to come, which go into the image without its targets. */
  #isOfPoints({ points, terrain, outerSkirts, basemap, images }: FramePlan): boolean {
    const others = terrain.length + outerSkirts.length + basemap.length + images.length;
    const hasPoints = points.nodes.length > 0 || this.#expectsPoints;
    return others === 0 && hasPoints && this.#scene.points.canStandAlone(points);
  }

  /** Puts the scene on its backdrop. */
  #encodeImage(
    encoder: GPUCommandEncoder,
    frame: GPUBindGroup,
    image: GPUTextureView,
    look: FrameLook,
    { from, scene }: { readonly from: ImageSource; readonly scene: GPUBindGroup },
    targets?: SceneTargets,
  ): void {
    const depth = from === 'deep points' ? targets?.depth.createView() : undefined;
    const pass = encoder.beginRenderPass({
      label: 'post',
      colorAttachments: [{ view: image, clearValue: [0, 0, 0, 1], loadOp: 'clear', storeOp: 'store' }],
      ...(depth ? { depthStencilAttachment: wholeDepth(depth) } : {}),
    });
    pass.setBindGroup(0, frame);
    this.#post.encode(pass, from, scene, look);
    pass.end();
  }

  /** Draws ids and depths of a few pixels and reads them back. `view.window` is the part to draw. */
  async pick(draws: FrameDraws, view: FrameView, look: FrameLook): Promise<PickPixels> {
    const { device } = this.ledger;
    const target = new PickTarget(this.ledger, view.window.width, view.window.height);
    try {
      const frame = this.#pickFrame.write(view, look);
      const plan = this.#plan(draws, view, look, this.#pickDraws, true);
      const points = this.#pointPass(frame, this.#pickDraws);
      const encoder = device.createCommandEncoder({ label: 'pick' });
      this.#scene.points.prepare(encoder, plan.points, points);
      const pass = target.begin(encoder);
      pass.setBindGroup(0, frame);
      this.#scene.terrain.encode(pass, plan.terrain, this.#pickDraws, this.ledger, 'ids', view, look);
      this.#scene.points.encode(pass, plan.points, points);
      encodeOverlayIds(this.#overlays, plan.overlays, pass, this.#pickDraws, this.ledger);
      pass.end();
      target.copy(encoder);
      device.queue.submit([encoder.finish()]);
      const pixels = await target.read();
      this.#scene.points.resolveNumbers(pixels.ids, plan.points);
      return pixels;
    } finally {
      target.destroy();
    }
  }

  /** Frees what the engine owns; scene data is released by its owners. */
  destroy(): void {
    for (const name of [...this.#targets.keys()]) this.freeTargets(name);
    this.#frame.destroy();
    this.#pickFrame.destroy();
    this.#draws.destroy();
    this.#pickDraws.destroy();
    this.#clips.destroy();
    this.#scene.points.destroy(this.ledger);
    this.#labels.destroy(this.ledger);
    this.#scene.terrain.destroy();
  }
}
