import type { DisplaySettings, PointPath } from '#domain/view/display.ts';
import type { PointTimes } from '#domain/view/viewing.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import { makeLayouts, type SharedLayouts } from '../layouts/bind-groups.ts';
import { type FeaturePart, FeatureRenderer, type PlannedFeatures } from '../renderers/feature-renderer.ts';
import { ImageRenderer } from '../renderers/image-renderer.ts';
import { LabelRenderer } from '../renderers/label-renderer.ts';
import { PhotoRenderer } from '../renderers/photo-renderer.ts';
import { depthFormat, type Planned, pickFormat, sceneFormat } from '../renderers/pipeline.ts';
import type { PointPass } from '../renderers/point-raster.ts';
import { PointRenderer } from '../renderers/point-renderer.ts';
import { PostRenderer } from '../renderers/post-renderer.ts';
import { TerrainRenderer } from '../renderers/terrain-renderer.ts';
import { TinRenderer } from '../renderers/tin-renderer.ts';
import { WaterRenderer } from '../renderers/water-renderer.ts';
import { ResourceLedger } from '../resources/ledger.ts';
import { DrawUniforms } from './draw-uniforms.ts';
import type { FrameDraws, PhotoDraw, TinDraw } from './draws.ts';
import { type FrameLook, FrameUniforms } from './frame-uniforms.ts';
import type { FrameView } from './frame-view.ts';
import { ClipBuffers } from './point-clips.ts';
import { encodeScene, type ScenePlan, type SceneTargets } from './scene-pass.ts';

type PlannedOverlay =
  | { readonly type: 'features'; readonly planned: PlannedFeatures }
  | { readonly type: 'tin'; readonly planned: Planned<TinDraw> }
  | { readonly type: 'photo'; readonly planned: Planned<PhotoDraw> };

interface FramePlan extends ScenePlan {
  readonly overlays: PlannedOverlay[];
}

/** Ids and depths of a few pixels, row by row. */
export interface PickPixels {
  readonly width: number;
  readonly height: number;
  /** Draw id and element index a pixel, length 2n; draw id 0 means nothing. */
  readonly ids: Uint32Array;
  /** Depth buffer of points, terrain and TINs, length n; 0 where nothing is. */
  readonly depths: Float32Array;
}

/**
 * Everything that lives on one device: renderers, targets, uniforms. Thrown away and made anew after a device loss;
 * holds nothing that the CPU does not know.
 */
export class Engine {
  readonly ledger: ResourceLedger;
  readonly opened: OpenedDevice;
  readonly #outputFormat: GPUTextureFormat;
  readonly #layouts: SharedLayouts;
  readonly #points: PointRenderer;
  readonly #terrain: TerrainRenderer;
  readonly #images: ImageRenderer;
  readonly #features: FeatureRenderer;
  readonly #tins: TinRenderer;
  readonly #photos: PhotoRenderer;
  readonly #labels: LabelRenderer;
  readonly #post: PostRenderer;
  readonly #water: WaterRenderer;
  readonly #frame: FrameUniforms;
  readonly #pickFrame: FrameUniforms;
  readonly #draws: DrawUniforms;
  readonly #pickDraws: DrawUniforms;
  readonly #clips: ClipBuffers;
  /** By the name of what is drawn into them. */
  readonly #targets = new Map<string, SceneTargets>();
  /** How points are drawn where nobody asked for a way, and what the ways took once they were measured. */
  pointPath: PointPath;
  pointTimes: PointTimes | null = null;

  constructor(opened: OpenedDevice, outputFormat: GPUTextureFormat) {
    const { device } = opened;
    const layouts = makeLayouts(device);
    const context = { device, layouts, outputFormat };
    this.opened = opened;
    this.pointPath = opened.isSoftware ? 'compute' : 'triangles';
    this.#outputFormat = outputFormat;
    this.#layouts = layouts;
    this.ledger = new ResourceLedger(device);
    this.#points = new PointRenderer(context);
    this.#terrain = new TerrainRenderer(context, opened.isSoftware ? 128 : 256);
    this.#images = new ImageRenderer(context);
    this.#features = new FeatureRenderer(context);
    this.#tins = new TinRenderer(context);
    this.#photos = new PhotoRenderer(context);
    this.#labels = new LabelRenderer(context);
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
  countTriangles(draws: FrameDraws): number {
    let count = draws.terrain.length * this.#terrain.trianglesPerTile;
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
      points: this.#points.plan(draws.points, view, uniforms, look, clips, { path, isPick }),
      terrain: this.#terrain.plan(draws.terrain, view, uniforms, look),
      basemap: this.#images.plan(draws.basemap, view, uniforms),
      images: this.#images.plan(draws.images, view, uniforms),
      overlays: draws.overlays.map((draw) => this.#planOverlay(draw, view, uniforms, look)),
    };
    uniforms.upload();
    return plan;
  }

  #planOverlay(
    draw: FrameDraws['overlays'][number],
    view: FrameView,
    uniforms: DrawUniforms,
    look: FrameLook,
  ): PlannedOverlay {
    switch (draw.type) {
      case 'tin':
        return { type: 'tin', planned: this.#tins.plan(draw, view, uniforms, look) };
      case 'photo':
        return { type: 'photo', planned: this.#photos.plan(draw, view, uniforms) };
      case 'features':
        return { type: 'features', planned: this.#features.plan(draw, view, uniforms) };
    }
  }

  /** Makes what the first points of a picture need, while they are still being loaded. */
  warmPoints(display: DisplaySettings): void {
    this.#points.warm(display, this.#pointPathOf(display));
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
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING;
    const colour = this.ledger.texture('scene colour', sceneFormat, [width, height], usage);
    const depth = this.ledger.texture('scene depth', depthFormat, [width, height], usage);
    const depthGroup = this.ledger.device.createBindGroup({
      label: 'scene depth',
      layout: this.#layouts.sceneDepth,
      entries: [{ binding: 0, resource: depth.createView() }],
    });
    const targets = { colour, depth, group: this.#post.sceneGroup(colour, depth), depthGroup };
    this.#targets.set(name, targets);
    return targets;
  }

  /** Frees what was needed to draw a thing that is not drawn any more. */
  freeTargets(name: string): void {
    this.ledger.destroy(this.#targets.get(name)?.colour);
    this.ledger.destroy(this.#targets.get(name)?.depth);
    this.#targets.delete(name);
  }

  /**
   * Draws a frame into `output`, which has the window's size and the engine's output format. `name`: of the thing
   * drawn, whose targets are kept until `freeTargets`.
   */
  render(draws: FrameDraws, view: FrameView, look: FrameLook, output: GPUTexture, name: string): void {
    const { device } = this.ledger;
    const targets = this.#sceneTargets(name, view.window.width, view.window.height);
    const frameGroup = this.#frame.write(view, look);
    const plan = this.#plan(draws, view, look, this.#draws, false);
    const encoder = device.createCommandEncoder({ label: 'frame' });
    const renderers = { points: this.#points, terrain: this.#terrain, images: this.#images };
    encodeScene(renderers, plan, {
      encoder,
      frame: frameGroup,
      view,
      look,
      uniforms: this.#draws,
      ledger: this.ledger,
      targets,
      points: this.#pointPass(frameGroup, this.#draws),
    });
    const view2d = output.createView();
    const post = encoder.beginRenderPass({
      label: 'post',
      colorAttachments: [{ view: view2d, clearValue: [0, 0, 0, 1], loadOp: 'clear', storeOp: 'store' }],
    });
    post.setBindGroup(0, frameGroup);
    this.#post.encode(post, targets.group, look);
    post.end();
    if (look.display.waterLevel !== null) {
      this.#water.encode(encoder, frameGroup, targets.depthGroup, view2d);
    }
    if (!view.isPlan) this.#encodeDrapes(encoder, plan, frameGroup, view2d, targets);
    if (plan.overlays.length > 0) {
      const parts = view.isPlan ? (['flat'] as const) : (['behind', 'front'] as const);
      this.#encodeOverlays(encoder, plan, frameGroup, view2d, targets, parts);
    }
    if (draws.labels) {
      const { depthGroup: sceneDepth } = targets;
      this.#labels.encode(draws.labels, this.ledger, {
        encoder,
        frame: frameGroup,
        sceneDepth,
        output: view2d,
      });
    }
    device.queue.submit([encoder.finish()]);
  }

  #encodeDrapes(
    encoder: GPUCommandEncoder,
    plan: FramePlan,
    frameGroup: GPUBindGroup,
    output: GPUTextureView,
    targets: SceneTargets,
  ): void {
    const drapes = plan.overlays.flatMap((overlay) =>
      overlay.type === 'features' && overlay.planned.draw.hasDrapes ? [overlay.planned] : [],
    );
    if (drapes.length === 0) return;
    const pass = encoder.beginRenderPass({
      label: 'drapes',
      colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
    });
    pass.setBindGroup(0, frameGroup);
    pass.setBindGroup(3, targets.depthGroup);
    this.#features.encodeDrapes(pass, drapes, this.#draws, this.ledger);
    pass.end();
  }

  #encodeOverlays(
    encoder: GPUCommandEncoder,
    plan: FramePlan,
    frameGroup: GPUBindGroup,
    output: GPUTextureView,
    targets: SceneTargets,
    parts: readonly FeaturePart[],
  ): void {
    const pass = encoder.beginRenderPass({
      label: 'overlays',
      colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
      depthStencilAttachment: {
        view: targets.depth.createView(),
        depthLoadOp: 'load',
        depthStoreOp: 'store',
      },
    });
    pass.setBindGroup(0, frameGroup);
    this.#photos.encode(pass, plannedPhotos(plan), this.#draws, this.ledger, 'picture');
    for (const overlay of plan.overlays) {
      if (overlay.type !== 'tin') continue;
      const part = parts.includes('flat') ? 'flat' : 'front';
      this.#tins.encode(pass, overlay.planned, this.#draws, this.ledger, part);
    }
    for (const part of parts) {
      for (const overlay of plan.overlays) {
        if (overlay.type === 'features') {
          this.#features.encode(pass, overlay.planned, this.#draws, this.ledger, part);
        }
      }
    }
    pass.end();
  }

  /** Draws ids and depths of a few pixels and reads them back. `view.window` is the part to draw. */
  async pick(draws: FrameDraws, view: FrameView, look: FrameLook): Promise<PickPixels> {
    const { device } = this.ledger;
    const { width, height } = view.window;
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
    const ids = this.ledger.texture('pick ids', pickFormat, [width, height], usage);
    const depth = this.ledger.texture('pick depth', depthFormat, [width, height], usage);
    const idRow = Math.ceil((width * 8) / 256) * 256;
    const depthRow = Math.ceil((width * 4) / 256) * 256;
    const readUsage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const buffer = this.ledger.buffer('pick read-back', (idRow + depthRow) * height, readUsage);
    try {
      const frameGroup = this.#pickFrame.write(view, look);
      const plan = this.#plan(draws, view, look, this.#pickDraws, true);
      const encoder = device.createCommandEncoder({ label: 'pick' });
      this.#encodePick(encoder, plan, frameGroup, ids, depth);
      const size = [width, height];
      encoder.copyTextureToBuffer({ texture: ids }, { buffer, bytesPerRow: idRow }, size);
      encoder.copyTextureToBuffer(
        { texture: depth, aspect: 'depth-only' },
        { buffer, offset: idRow * height, bytesPerRow: depthRow },
        size,
      );
      device.queue.submit([encoder.finish()]);
      await buffer.mapAsync(GPUMapMode.READ);
      const pixels = unpackPick(buffer.getMappedRange(), width, height, idRow, depthRow);
      this.#points.resolveNumbers(pixels.ids, plan.points);
      return pixels;
    } finally {
      this.ledger.destroy(buffer);
      this.ledger.destroy(ids);
      this.ledger.destroy(depth);
    }
  }

  #encodePick(
    encoder: GPUCommandEncoder,
    plan: FramePlan,
    frameGroup: GPUBindGroup,
    ids: GPUTexture,
    depth: GPUTexture,
  ): void {
    const points = this.#pointPass(frameGroup, this.#pickDraws);
    this.#points.prepare(encoder, plan.points, points);
    const pass = encoder.beginRenderPass({
      label: 'pick',
      colorAttachments: [
        { view: ids.createView(), clearValue: [0, 0, 0, 0], loadOp: 'clear', storeOp: 'store' },
      ],
      depthStencilAttachment: {
        view: depth.createView(),
        depthClearValue: 0,
        depthLoadOp: 'clear',
        depthStoreOp: 'store',
      },
    });
    pass.setBindGroup(0, frameGroup);
    this.#terrain.encode(pass, plan.terrain, this.#pickDraws, this.ledger, 'ids', ids);
    this.#points.encode(pass, plan.points, points);
    this.#photos.encode(pass, plannedPhotos(plan), this.#pickDraws, this.ledger, 'pick');
    for (const overlay of plan.overlays) {
      if (overlay.type === 'tin')
        this.#tins.encode(pass, overlay.planned, this.#pickDraws, this.ledger, 'pick');
    }
    for (const overlay of plan.overlays) {
      if (overlay.type === 'features') {
        this.#features.encode(pass, overlay.planned, this.#pickDraws, this.ledger, 'pick');
      }
    }
    pass.end();
  }

  /** Frees what the engine owns; scene data is released by its owners. */
  destroy(): void {
    for (const name of [...this.#targets.keys()]) this.freeTargets(name);
    this.#frame.destroy();
    this.#pickFrame.destroy();
    this.#draws.destroy();
    this.#pickDraws.destroy();
    this.#clips.destroy();
    this.#points.destroy(this.ledger);
    this.#labels.destroy(this.ledger);
    this.#terrain.destroy();
  }
}

function plannedPhotos({ overlays }: FramePlan): Planned<PhotoDraw>[] {
  return overlays.flatMap((overlay) => (overlay.type === 'photo' ? [overlay.planned] : []));
}

function unpackPick(
  bytes: ArrayBuffer,
  width: number,
  height: number,
  idRow: number,
  depthRow: number,
): PickPixels {
  const ids = new Uint32Array(width * height * 2);
  const depths = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    ids.set(new Uint32Array(bytes, row * idRow, width * 2), row * width * 2);
    depths.set(new Float32Array(bytes, idRow * height + row * depthRow, width), row * width);
  }
  return { width, height, ids, depths };
}
