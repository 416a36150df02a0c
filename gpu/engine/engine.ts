import type { DisplaySettings, PointPath } from '#viewport/display.ts';
import type { PointTimes } from '#viewport/viewport-types.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws } from '../draw/draws.ts';
import type { FrameRenderers, ImageSource, RendererContext } from '../draw/frame-renderer.ts';
import { type FrameLook, FrameUniforms } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import { ClipBuffers } from '../draw/point-clips.ts';
import { makeLayouts } from '../layouts/bind-groups.ts';
import { ResourceLedger } from '../resources/ledger.ts';
import { encodeOverlays, encodeScene } from './frame-passes.ts';
import { FrameSteps } from './frame-steps.ts';
import { type PickPixels, PickTarget } from './pick-target.ts';
import { TargetPool } from './scene-targets.ts';

/** Arguments of an engine. */
export interface EngineOptions {
  readonly opened: OpenedDevice;
  readonly outputFormat: GPUTextureFormat;
  /** Creates the renderers of the device. */
  createRenderers(context: RendererContext): FrameRenderers;
  /** A better frame can be drawn now. */
  onPrepared(): void;
}

/**
 * Everything that lives on one device: renderers, targets, uniforms. Discarded and rebuilt after a device loss; holds
 * no state that the CPU cannot restore. Runs the phases of a frame with the steps of its renderers.
 */
export class Engine {
  readonly ledger: ResourceLedger;
  readonly opened: OpenedDevice;
  readonly outputFormat: GPUTextureFormat;
  readonly #drawn: FrameRenderers;
  readonly #targets: TargetPool;
  readonly #frame: FrameUniforms;
  readonly #pickFrame: FrameUniforms;
  readonly #draws: DrawUniforms;
  readonly #pickDraws: DrawUniforms;
  readonly #clips: ClipBuffers;
  /** Path of drawing points where none was chosen, and the times of each once measured. */
  pointPath: PointPath;
  pointTimes: PointTimes | null = null;

  constructor({ opened, outputFormat, createRenderers, onPrepared }: EngineOptions) {
    const { device, isSoftware } = opened;
    const layouts = makeLayouts(device);
    this.opened = opened;
    this.pointPath = isSoftware ? 'compute' : 'triangles';
    this.outputFormat = outputFormat;
    this.ledger = new ResourceLedger(device);
    this.#drawn = createRenderers({ device, layouts, outputFormat, isSoftware, onPrepared });
    this.#targets = new TargetPool(this.ledger, layouts, this.#drawn.backdrop);
    this.#frame = new FrameUniforms(this.ledger, layouts, 'frame');
    this.#pickFrame = new FrameUniforms(this.ledger, layouts, 'pick frame');
    this.#draws = new DrawUniforms(this.ledger, layouts);
    this.#pickDraws = new DrawUniforms(this.ledger, layouts);
    this.#clips = new ClipBuffers(this.ledger, layouts);
  }

  /** Triangles that a frame with these draws has. */
  countTriangles(draws: FrameDraws, look: FrameLook): number {
    return this.#drawn.renderers.reduce(
      (sum, renderer) => sum + (renderer.countTriangles?.(draws, look) ?? 0),
      0,
    );
  }

  #plan(
    draws: FrameDraws,
    view: FrameView,
    look: FrameLook,
    frame: GPUBindGroup,
    isPick: boolean,
  ): FrameSteps {
    return new FrameSteps(this.#drawn.renderers, draws, {
      ledger: this.ledger,
      frame,
      view,
      look,
      uniforms: isPick ? this.#pickDraws : this.#draws,
      clips: this.#clips,
      pointPath: this.#pointPathOf(look.display),
      isPick,
    });
  }

  /**
   * Creates the pipelines for the first points of an image, which may still be loading; false until they can be drawn.
   */
  warmPoints(look: FrameLook, draws: FrameDraws['points'] = []): boolean {
    const path = this.#pointPathOf(look.display);
    return this.#drawn.renderers.every((renderer) => renderer.warm?.(draws, look, path) ?? true);
  }

  /** True where the first points are shown in a reduced image, which a software adapter draws sooner. */
  get isFirstReduced(): boolean {
    return this.opened.isSoftware && this.#drawn.renderers.some(({ hasDrawn }) => hasDrawn === false);
  }

  /** True while pipelines are being created that improve later frames. */
  get isPreparing(): boolean {
    return this.#drawn.renderers.some(({ isPreparing }) => isPreparing);
  }

  #pointPathOf({ pointDrawing, hasPointBlending }: DisplaySettings): PointPath {
    if (pointDrawing !== 'auto') return pointDrawing;
    return hasPointBlending ? 'compute' : this.pointPath;
  }

  /** Frees the targets of a view that is no longer drawn. */
  freeTargets(name: string): void {
    this.#targets.free(name);
  }

  /**
   * Draws a frame into `output`, which has the window's size and the engine's output format. `name`: of the view drawn,
   * whose targets are kept until `freeTargets`.
   */
  render(draws: FrameDraws, view: FrameView, look: FrameLook, output: GPUTexture, name: string): void {
    const { device } = this.ledger;
    const frame = this.#frame.write(view, look);
    const steps = this.#plan(draws, view, look, frame, false);
    const encoder = device.createCommandEncoder({ label: 'frame' });
    const image = output.createView();
    const alone = steps.encodeAlone(encoder);
    if (alone && !steps.isDrawnOver) {
      this.freeTargets(name);
      this.#encodeImage(encoder, frame, image, look, 'points', alone);
      device.queue.submit([encoder.finish()]);
      return;
    }
    const targets = this.#targets.get(name, view.window.width, view.window.height);
    const passes = { encoder, frame, targets };
    if (!alone) encodeScene(steps, passes);
    if (steps.of('outerSkirts').length === 0) this.#targets.freeDrape(name);
    if (alone) this.#encodeImage(encoder, frame, image, look, 'deep points', alone, targets.depth);
    else this.#encodeImage(encoder, frame, image, look, 'targets', targets.group);
    encodeOverlays(steps, passes, image);
    const submitted = steps.query(encoder, targets.depthGroup);
    device.queue.submit([encoder.finish()]);
    for (const read of submitted) read();
  }

  /** Composites the scene over its backdrop; `depth` receives the scene's depth. */
  #encodeImage(
    encoder: GPUCommandEncoder,
    frame: GPUBindGroup,
    image: GPUTextureView,
    look: FrameLook,
    source: ImageSource,
    scene: GPUBindGroup,
    depth?: GPUTexture,
  ): void {
    const whole = { depthClearValue: 0, depthLoadOp: 'clear', depthStoreOp: 'store' } as const;
    const pass = encoder.beginRenderPass({
      label: 'post',
      colorAttachments: [{ view: image, clearValue: [0, 0, 0, 1], loadOp: 'clear', storeOp: 'store' }],
      ...(depth ? { depthStencilAttachment: { view: depth.createView(), ...whole } } : {}),
    });
    pass.setBindGroup(0, frame);
    this.#drawn.backdrop.encode(pass, source, scene, look);
    pass.end();
  }

  /** Draws ids and depths of a few pixels and reads them back. `view.window` is the part to draw. */
  async pick(draws: FrameDraws, view: FrameView, look: FrameLook): Promise<PickPixels> {
    const { device } = this.ledger;
    const target = new PickTarget(this.ledger, view.window.width, view.window.height);
    try {
      const frame = this.#pickFrame.write(view, look);
      const steps = this.#plan(draws, view, look, frame, true);
      const encoder = device.createCommandEncoder({ label: 'pick' });
      steps.prepare(encoder);
      const pass = target.begin(encoder);
      pass.setBindGroup(0, frame);
      for (const step of steps.of('ids')) step.encode(pass, null);
      pass.end();
      target.copy(encoder);
      device.queue.submit([encoder.finish()]);
      const pixels = await target.read();
      steps.resolveIds(pixels.ids);
      return pixels;
    } finally {
      target.destroy();
    }
  }

  /** Frees what the engine owns; the owners of scene data release it. */
  destroy(): void {
    this.#targets.destroy();
    this.#frame.destroy();
    this.#pickFrame.destroy();
    this.#draws.destroy();
    this.#pickDraws.destroy();
    this.#clips.destroy();
    for (const renderer of this.#drawn.renderers) renderer.destroy?.(this.ledger);
  }
}
