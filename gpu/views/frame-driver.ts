import { AppError } from '#domain/errors/app-error.ts';
import type { CameraState } from '#domain/view/camera.ts';
import { type DisplaySettings, heightStretch } from '#domain/view/display.ts';
import type { PixelImage, ViewportEvents, ViewportFigures } from '#domain/view/viewing.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import type { EngineKeeper } from '../frame/engine-keeper.ts';
import { FrameClock } from '../frame/frame-clock.ts';
import { type FrameView, makeFrameView, type PixelWindow } from '../frame/frame-view.ts';
import { Quality } from '../frame/quality.ts';
import { type CameraMoment, cameraAhead } from '../streaming/camera-ahead.ts';
import type { LoadQueue } from '../streaming/load-queue.ts';
import type { MemoryBudget } from '../streaming/memory-budget.ts';
import type { CanvasSurface } from './canvas-surface.ts';
import type { Emitter } from './emitter.ts';
import { readTexture } from './read-texture.ts';
import type { Scene } from './scene.ts';

/** What frames are drawn of and on; all but the events are read anew for each frame. */
export interface FrameParts {
  readonly keeper: EngineKeeper;
  readonly scene: Scene;
  readonly queue: LoadQueue;
  readonly memory: MemoryBudget;
  readonly events: Emitter<ViewportEvents>;
  readonly camera: { readonly state: CameraState; readonly isMoving: boolean };
  readonly surface: CanvasSurface | null;
  readonly display: DisplaySettings;
  /** Switches off what may differ between drivers. */
  readonly isDeterministic: boolean;
}

type FrameFigures = Pick<
  ViewportFigures,
  'choosingMs' | 'encodingMs' | 'deviceMs' | 'pointsDrawn' | 'trianglesDrawn'
>;

/** Frames of a software adapter while pieces arrive are this far apart, ms. */
const arrivalDelayMs = 350;

/** What the camera will see after this time is loaded ahead, ms. */
const leadMs = 400;

/** Draws the scene when something changed, and into memory when a picture is asked for. */
export class FrameDriver {
  readonly #parts: FrameParts;
  readonly #clock = new FrameClock(() => this.#draw());
  readonly #quality = new Quality();
  #arrivalTimer: ReturnType<typeof setTimeout> | null = null;
  #lastFrame: FrameFigures = { choosingMs: 0, encodingMs: 0, deviceMs: 0, pointsDrawn: 0, trianglesDrawn: 0 };
  #lastMoment: CameraMoment | null = null;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  /** Starts again on a new device. */
  deviceOpened({ isSoftware }: OpenedDevice): void {
    this.#quality.reset(isSoftware);
    this.#clock.maxInFlight = isSoftware ? 1 : 2;
  }

  /** Points the person wants at most; null leaves the choice to the machine. */
  set wishedPoints(budget: number | null) {
    this.#quality.wished = budget;
  }

  request(): void {
    this.#clock.request();
  }

  /** Shows what arrived: at once on a card, gathered on a processor, which has the decoding to do as well. */
  requestArrival(): void {
    if (!this.#parts.keeper.engine?.opened.isSoftware) {
      this.#clock.request();
      return;
    }
    this.#arrivalTimer ??= setTimeout(() => {
      this.#arrivalTimer = null;
      this.#clock.request();
    }, arrivalDelayMs);
  }

  /** What the last frame that is finished took and drew. */
  get lastFrame(): FrameFigures {
    return this.#lastFrame;
  }

  /** True while a frame is drawn or about to be. */
  get isBusy(): boolean {
    return this.#clock.isBusy || this.#arrivalTimer !== null;
  }

  /** Points that a frame or pick may draw now. */
  get drawBudget(): number {
    const { atRest, moving } = this.#quality.budgets;
    return this.#parts.camera.isMoving ? moving : atRest;
  }

  /** Points that a picture may show. */
  get drawBudgetAtRest(): number {
    return this.#quality.budgets.atRest;
  }

  /** The geometry of a frame on the canvas, or of a window of it. */
  view(surface: CanvasSurface, camera: CameraState, window?: PixelWindow): FrameView {
    const exaggeration = heightStretch(this.#parts.display);
    return makeFrameView({
      camera,
      exaggeration,
      widthPx: surface.widthPx,
      heightPx: surface.heightPx,
      pixelRatio: surface.pixelRatio,
      reach: this.#parts.scene.reach(camera, exaggeration),
      ...(window ? { window } : {}),
    });
  }

  /** The view that the camera is moving to; null while it rests. */
  #viewAhead(surface: CanvasSurface, atMs: number): FrameView | null {
    const { camera } = this.#parts;
    const now = { camera: camera.state, atMs };
    const before = this.#lastMoment;
    this.#lastMoment = now;
    const next = before && camera.isMoving ? cameraAhead(before, now, leadMs) : null;
    return next && this.view(surface, next);
  }

  #draw(): Promise<void> | null {
    const { keeper, surface, scene, display, memory, queue, events, camera, isDeterministic } = this.#parts;
    const engine = keeper.engine;
    const started = performance.now();
    if (!engine || !surface) return null;
    const { device } = engine.opened;
    const output = surface.texture(device, engine.outputFormat);
    if (!output) return null;
    const view = this.view(surface, camera.state);
    scene.stream(view, this.#viewAhead(surface, started), display, this.#quality.budgets.atRest);
    const { draws } = scene.collect(view, display, this.drawBudget);
    const chosen = performance.now();
    engine.render(draws, view, scene.look(display, isDeterministic), output);
    const encoded = performance.now();
    memory.trim();
    const pointsDrawn = draws.points.reduce((sum, draw) => sum + draw.count, 0);
    const isMoving = camera.isMoving;
    events.emit('frame', camera.state);
    const trianglesDrawn = engine.countTriangles(draws);
    events.emit('stats', {
      pointsDrawn,
      trianglesDrawn,
      loading: queue.pending,
      residentBytes: memory.bytes,
      frameMs: performance.now() - started,
    });
    return device.queue.onSubmittedWorkDone().then(() => {
      this.#lastFrame = {
        choosingMs: chosen - started,
        encodingMs: encoded - chosen,
        deviceMs: performance.now() - encoded,
        pointsDrawn,
        trianglesDrawn,
      };
      if (isMoving) this.#quality.learn(performance.now() - started, pointsDrawn);
    });
  }

  /**
   * Draws the picture as it stands into memory: RGBA bytes, row by row, at the canvas's resolution.
   * Errors: `gpu.no-picture` without a device or canvas.
   */
  async capture(): Promise<PixelImage> {
    const { keeper, surface, scene, display, camera, isDeterministic } = this.#parts;
    const engine = keeper.engine;
    if (!engine || !surface) throw new AppError('gpu.no-picture');
    const view = this.view(surface, camera.state);
    const { draws } = scene.collect(view, display, this.#quality.budgets.atRest);
    const look = scene.look(display, isDeterministic);
    const { widthPx, heightPx } = surface;
    return await readTexture(engine.ledger, engine.outputFormat, widthPx, heightPx, (texture) =>
      engine.render(draws, view, look, texture),
    );
  }

  dispose(): void {
    this.#clock.stop();
    if (this.#arrivalTimer) clearTimeout(this.#arrivalTimer);
  }
}
