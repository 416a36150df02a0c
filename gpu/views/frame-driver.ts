import { AppError } from '#domain/errors/app-error.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { PixelImage, ViewportFigures } from '#viewport/viewport-types.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { Engine } from '../engine/engine.ts';
import { FrameClock } from '../engine/frame-clock.ts';
import { fasterPath, measurePointPaths } from '../engine/measure-points.ts';
import { goalsOf, Quality } from '../engine/quality.ts';
import type { CanvasSurface } from './canvas-surface.ts';
import type { Pane } from './pane.ts';
import { readTexture } from './read-texture.ts';
import type { World } from './world.ts';

/** Sources and targets of frames; read again for each frame. */
export interface FrameParts {
  readonly world: World;
  /** Panes that have a canvas now. */
  readonly panes: readonly Pane[];
}

type FrameFigures = Pick<
  ViewportFigures,
  'choosingMs' | 'encodingMs' | 'deviceMs' | 'pointsDrawn' | 'trianglesDrawn'
>;

/** State of a pane for a frame. */
interface OpenPane {
  readonly pane: Pane;
  readonly surface: CanvasSurface;
}

/** Options of a pane's frame. */
interface FrameRequest {
  readonly slot: number;
  readonly view: FrameView;
  readonly pointBudget: number;
  readonly isReduced: boolean;
  /** The first points may be drawn at reduced quality first, then in full. */
  readonly mayReduce: boolean;
}

interface DrawnPane {
  readonly points: number;
  readonly triangles: number;
  /** Called when it has to be redrawn. */
  readonly isReducedFirst: boolean;
}

/** Minimum and maximum time after its last move at which a camera counts as at rest, ms. */
const restDelayMs = { min: 160, max: 600 } as const;

const fullQuality = { scale: 1, isReduced: false } as const;

/** On a software adapter, the time that an empty image waits for the first points after the device opened, ms. */
const firstPointsMs = 250;

/** While pieces arrive, a software adapter pauses for this multiple of its last frame's time, up to a maximum in ms. */
const arrivalRest = { share: 1.5, maxMs: 500 } as const;

/** Idle time before the point paths are measured, ms: the measurement must not delay a frame. */
const measureDelayMs = 2000;

/**
 * Pieces that begin to load per frame of a moving camera on a software adapter, which shares the processor with
 * decoding.
 */
const startsInMotion = 1;

/** Draws the panes when something changed, and captures them into memory on request. */
export class FrameDriver {
  readonly #parts: FrameParts;
  readonly #clock = new FrameClock(() => this.#draw());
  readonly #quality = new Quality();
  #arrivalTimer: ReturnType<typeof setTimeout> | null = null;
  #lastFrame: FrameFigures = { choosingMs: 0, encodingMs: 0, deviceMs: 0, pointsDrawn: 0, trianglesDrawn: 0 };

  #openedAt = Number.NEGATIVE_INFINITY;
  /** Time at which the last frame was finished. */
  #lastFrameAt = Number.NEGATIVE_INFINITY;
  #isMeasured = false;
  #measureTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  /** Resets for a new device. */
  deviceOpened({ isSoftware }: OpenedDevice): void {
    this.#openedAt = performance.now();
    this.#isMeasured = false;
    this.#quality.reset(goalsOf[isSoftware ? 'software' : 'card']);
    this.#clock.maxInFlight = isSoftware ? 1 : 2;
  }

  /** Point budget set by the user; null chooses one for the device. */
  set requestedPoints(budget: number | null) {
    this.#quality.requested = budget;
  }

  /** Redraws a pane, or all. */
  request(changed?: Pane): void {
    for (const pane of changed ? [changed] : this.#parts.panes) pane.isStale = true;
    this.#clock.request();
  }

  /**
   * Shows loaded pieces: immediately on a graphics card or where nothing is visible yet; batched on a software adapter,
   * whose processor also decodes; and with the frames of a moving camera.
   */
  requestArrival(): void {
    const { choosingMs, encodingMs, deviceMs } = this.#lastFrame;
    const { engine } = this.#parts.world.deviceManager;
    const isEmpty = this.#isEmpty;
    // The first points wait for their pipelines, whose completion requests a frame.
    if (isEmpty && engine?.isPreparing) return;
    if (isEmpty || !engine?.opened.isSoftware) {
      this.request();
      return;
    }
    // Frames of a moving camera follow each other anyway, and one follows when it comes to rest.
    if (this.#isMoving) return;
    const rest = Math.min(arrivalRest.maxMs, arrivalRest.share * (choosingMs + encodingMs + deviceMs));
    this.#requestAt(this.#lastFrameAt + rest);
  }

  #requestAt(time: number): void {
    this.#arrivalTimer ??= setTimeout(
      () => {
        this.#arrivalTimer = null;
        this.request();
      },
      Math.max(0, time - performance.now()),
    );
  }

  /**
   * An empty image would only delay the pipelines of the first points, whose completion requests a frame; nor is it
   * drawn where points are about to arrive.
   */
  #waitsForPoints(engine: Engine): boolean {
    const { world } = this.#parts;
    if (!this.#isEmpty || world.isDeterministic) return false;
    if (engine.isPreparing) return true;
    const due = this.#openedAt + firstPointsMs;
    if (!engine.opened.isSoftware || !world.awaitsPoints || performance.now() >= due) return false;
    this.#requestAt(due);
    return true;
  }

  /** True until something of the scene was drawn. */
  get #isEmpty(): boolean {
    const { pointsDrawn, trianglesDrawn } = this.#lastFrame;
    return pointsDrawn + trianglesDrawn === 0;
  }

  /** Times and counts of the last finished frame. */
  get lastFrame(): FrameFigures {
    return this.#lastFrame;
  }

  /** True while a frame is pending or in flight. */
  get isDrawing(): boolean {
    return this.#clock.isBusy;
  }

  /** True while a frame is pending or in flight, or its pipelines are being created. */
  get isBusy(): boolean {
    const isPreparing = this.#parts.world.deviceManager.engine?.isPreparing ?? false;
    return this.isDrawing || this.#arrivalTimer !== null || isPreparing;
  }

  /** Time without motion before a camera counts as at rest, ms: longer than a frame takes. */
  get restDelayMs(): number {
    const { choosingMs, encodingMs, deviceMs } = this.#lastFrame;
    const frames = 2 * (choosingMs + encodingMs + deviceMs);
    return clamp(frames, restDelayMs.min, restDelayMs.max);
  }

  get #isMoving(): boolean {
    return this.#parts.panes.some(({ camera }) => camera.isMoving);
  }

  /** Points that a frame of a pane or a pick in it may draw now: panes share them. */
  drawBudget({ camera }: Pane): number {
    const { atRest, moving } = this.#quality.budgets;
    return (camera.isMoving ? moving : atRest) / Math.max(1, this.#parts.panes.length);
  }

  /** Point budget of an image. */
  get drawBudgetAtRest(): number {
    return this.#quality.budgets.atRest;
  }

  #openPanes(): OpenPane[] {
    return this.#parts.panes.flatMap((pane) => (pane.surface ? [{ pane, surface: pane.surface }] : []));
  }

  #draw(): Promise<void> | null {
    const { world } = this.#parts;
    const { scene, display, memory, queue, events } = world;
    const engine = world.deviceManager.engine;
    const started = performance.now();
    if (this.#measureTimer) clearTimeout(this.#measureTimer);
    const open = this.#openPanes();
    if (!engine || open.length === 0) return null;
    const { device } = engine.opened;
    for (const { surface } of open) surface.limitTo(device.limits.maxTextureDimension2D);
    const views = open.map(({ pane, surface }) => pane.sceneView(surface, started));
    queue.allowStarts(engine.opened.isSoftware && this.#isMoving ? startsInMotion : Number.POSITIVE_INFINITY);
    scene.stream(views, display, this.#quality.budgets.atRest);
    if (this.#waitsForPoints(engine)) return null;
    const chosen = performance.now();
    const drawn = open.flatMap(({ pane, surface }, slot) => {
      if (!pane.isStale) return [];
      const { scale, isReduced } = pane.camera.isMoving ? this.#quality.motion : fullQuality;
      const output = surface.texture(device, engine.outputFormat, scale);
      if (!output) return [];
      pane.isStale = false;
      const view = scale < 1 ? pane.view(surface.sizeAt(scale), pane.camera.state) : views[slot]!.view;
      const figures = this.#render(engine, pane, output, {
        slot,
        view,
        pointBudget: this.drawBudget(pane),
        isReduced,
        mayReduce: !world.isDeterministic,
      });
      events.emit('frame', { pane: pane.id, camera: pane.camera.state });
      return [figures];
    });
    if (drawn.length === 0) return null;
    const encoded = performance.now();
    memory.trim();
    const isMoving = this.#isMoving;
    const isReducedFirst = drawn.some((pane) => pane.isReducedFirst);
    const pointsDrawn = drawn.reduce((sum, { points }) => sum + points, 0);
    const trianglesDrawn = drawn.reduce((sum, { triangles }) => sum + triangles, 0);
    events.emit('stats', {
      pointsDrawn,
      trianglesDrawn,
      loading: queue.pending,
      isDraft: isMoving || isReducedFirst,
      residentBytes: memory.bytes,
      frameMs: encoded - started,
    });
    return device.queue.onSubmittedWorkDone().then(() => {
      this.#lastFrameAt = performance.now();
      this.#lastFrame = {
        choosingMs: chosen - started,
        encodingMs: encoded - chosen,
        deviceMs: performance.now() - encoded,
        pointsDrawn,
        trianglesDrawn,
      };
      const frameMs = performance.now() - started;
      if (isReducedFirst) this.request();
      if (isMoving) this.#quality.learn(frameMs, pointsDrawn);
      else if (queue.pending === 0) {
        this.#quality.learnAtRest(frameMs);
        if (pointsDrawn > 0) this.#measureLater(engine);
      }
    });
  }

  /** Measures once which path of drawing points is faster, when no frame was requested for a while. */
  #measureLater(engine: Engine): void {
    if (this.#isMeasured || this.#parts.world.isDeterministic) return;
    this.#measureTimer = setTimeout(() => {
      this.#measureTimer = null;
      if (!this.isBusy && this.#parts.world.deviceManager.engine === engine) this.#measurePoints(engine);
    }, measureDelayMs);
  }

  #measurePoints(engine: Engine): void {
    const { scene, display, isDeterministic } = this.#parts.world;
    this.#isMeasured = true;
    measurePointPaths(engine, scene.look(display, isDeterministic)).then(
      (times) => {
        engine.pointTimes = times;
        engine.pointPath = fasterPath(engine.pointPath, times);
      },
      // The device was lost: measure on the next one.
      () => {},
    );
  }

  /** Draws a pane into a texture of its size; returns the points and triangles drawn. */
  #render(
    engine: Engine,
    pane: Pane,
    output: GPUTexture,
    { slot, view, pointBudget, isReduced, mayReduce }: FrameRequest,
  ): DrawnPane {
    const { scene, labels, isDeterministic } = this.#parts.world;
    const { display, showing } = pane;
    const { draws } = scene.collect({ view, slot, showing, display, pointBudget });
    Object.assign(draws, labels.draw(pane.id, scene.labels({ view, slot, showing, display }), view, display));
    const isReducedFirst = mayReduce && !isReduced && draws.points.length > 0 && engine.isFirstReduced;
    const look = { ...scene.look(display, isDeterministic, slot), isReduced: isReduced || isReducedFirst };
    if (draws.points.length > 0 && !engine.warmPoints(look, draws.points)) draws.points.length = 0;
    engine.render(draws, view, look, output, pane.id);
    const points = draws.points.reduce((sum, draw) => sum + draw.count, 0);
    return { points, triangles: engine.countTriangles(draws, look), isReducedFirst };
  }

  /**
   * Draws the current state of a pane into memory: RGBA bytes, row by row, at the canvas's resolution.
   * Errors: `gpu.no-snapshot` without a device or canvas.
   */
  async capture(pane: Pane): Promise<PixelImage> {
    const { world, panes } = this.#parts;
    const engine = world.deviceManager.engine;
    const { surface, camera } = pane;
    if (!engine || !surface) throw new AppError('gpu.no-snapshot');
    const view = pane.view(surface, camera.state);
    const pointBudget = this.#quality.budgets.atRest / Math.max(1, panes.length);
    const { widthPx, heightPx } = surface;
    const request = { slot: panes.indexOf(pane), view, pointBudget, isReduced: false, mayReduce: false };
    return await readTexture(engine.ledger, engine.outputFormat, widthPx, heightPx, (texture) => {
      this.#render(engine, pane, texture, request);
    });
  }

  dispose(): void {
    this.#clock.stop();
    if (this.#arrivalTimer) clearTimeout(this.#arrivalTimer);
    if (this.#measureTimer) clearTimeout(this.#measureTimer);
  }
}
