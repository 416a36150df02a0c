import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import {
  type Bounds3,
  type CameraMode,
  type CameraState,
  fitCamera,
  initialCamera,
  projectPoint,
  type ScreenPoint,
  type ScreenSize,
  unitsPerPixel,
  unprojectToElevation,
  type WorldPoint,
} from '#domain/view/camera.ts';
import { type DisplaySettings, defaultDisplay } from '#domain/view/display.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#domain/view/scene.ts';
import type {
  AttachResult,
  LayerSummary,
  PickOptions,
  PrimaryDrag,
  UnsupportedReason,
  ViewportEvents,
} from '#domain/view/viewing.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import { EngineKeeper } from '../frame/engine-keeper.ts';
import { FrameClock } from '../frame/frame-clock.ts';
import { type FrameView, makeFrameView, type PixelWindow } from '../frame/frame-view.ts';
import { Quality } from '../frame/quality.ts';
import { resolvePick } from '../picking/pick-scene.ts';
import type { ResourceCounts } from '../resources/ledger.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { orbitCamera, panCamera, retargetCamera, zoomCamera } from './camera-moves.ts';
import { CanvasSurface } from './canvas-surface.ts';
import { Emitter } from './emitter.ts';
import { Navigation } from './navigation.ts';
import { encodePng, type PixelImage, readTexture } from './read-texture.ts';
import { Scene } from './scene.ts';

/** What a viewport is made with. */
export interface GpuViewportOptions {
  readonly pool: TaskPool;
  /** Opens the addresses of layers; `openHttpSource` in a page. */
  openSource(address: string, signal: AbortSignal): Promise<ByteSource>;
  /** Default: the browser's. */
  readonly gpu?: GPU;
  /** Switches off what may differ between drivers, for picture tests. */
  readonly isDeterministic?: boolean;
  /** Bytes of decoded points and tiles kept. Default 768 MiB. */
  readonly memoryBytes?: number;
}

/** How long after its last move the camera counts as at rest, ms. */
const restDelayMs = 160;
/** Frames of a software adapter while pieces arrive are this far apart, ms. */
const arrivalDelayMs = 350;

interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly point: WorldPoint;
}

/**
 * The picture on WebGPU; satisfies the viewport port of the core. Owns its device, renderers and scene data;
 * the pool is borrowed. All state that a new device needs lies on the CPU, so that a lost device is replaced unseen.
 */
export class GpuViewport {
  readonly #options: GpuViewportOptions;
  readonly #events = new Emitter<ViewportEvents>();
  readonly #clock = new FrameClock(() => this.#drawFrame());
  readonly #quality = new Quality();
  readonly #queue: LoadQueue;
  readonly #memory: MemoryBudget;
  readonly #scene: Scene;
  readonly #keeper: EngineKeeper;
  #display: DisplaySettings = defaultDisplay;
  #camera: CameraState = initialCamera;
  #primaryDrag: PrimaryDrag = 'navigate';
  #surface: CanvasSurface | null = null;
  #navigation: Navigation | null = null;
  readonly #toldFailures = new Set<string>();
  #pickLine: Promise<unknown> = Promise.resolve();
  #restTimer: ReturnType<typeof setTimeout> | null = null;
  #arrivalTimer: ReturnType<typeof setTimeout> | null = null;
  #terrainTimer: ReturnType<typeof setTimeout> | null = null;
  #isMoving = false;
  #anchor: Anchor | null = null;
  #isFitWanted = false;

  constructor(options: GpuViewportOptions) {
    this.#options = options;
    this.#queue = new LoadQueue(Math.max(2, options.pool.size * 2), () => this.#clock.request());
    this.#memory = new MemoryBudget(options.memoryBytes ?? 768 * 2 ** 20);
    this.#keeper = new EngineKeeper(options.gpu ?? globalThis.navigator?.gpu, {
      opened: (opened) => this.#deviceOpened(opened),
      lost: (reason) => this.#events.emit('deviceLost', { reason }),
      restored: (adapter) => this.#deviceRestored(adapter),
      failed: (error) => this.#events.emit('deviceError', { error }),
      gaveUp: (reason, detail) => this.#giveUp(reason, detail),
    });
    this.#scene = new Scene({
      pool: options.pool,
      queue: this.#queue,
      memory: this.#memory,
      openSource: options.openSource,
      requestFrame: () => this.#requestArrival(),
      reportReady: (layerId) => this.#layerReady(layerId),
      reportFailure: (layerId, error) => this.#layerFailed(layerId, error),
      terrainChanged: () => this.#terrainChanged(),
    });
  }

  on<E extends keyof ViewportEvents>(event: E, listener: (value: ViewportEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  // Canvas and device

  async attach(canvas: HTMLCanvasElement): Promise<AttachResult> {
    this.detach();
    this.#surface = new CanvasSurface(canvas, () => this.#clock.request());
    this.#navigation = new Navigation(canvas, this.#navigationTarget());
    const result = await this.#keeper.open();
    if (result.status === 'unsupported') return this.#giveUp(result.reason, result.detail);
    if (this.#surface && !this.#surface.hasContext) {
      return this.#giveUp('no-canvas', 'the canvas gives no WebGPU context');
    }
    if (this.#isFitWanted) this.fit();
    this.#clock.request();
    return result;
  }

  detach(): void {
    this.#navigation?.dispose();
    this.#navigation = null;
    this.#surface?.dispose();
    this.#surface = null;
  }

  #deviceOpened({ isSoftware }: OpenedDevice): void {
    this.#quality.reset(isSoftware);
    this.#clock.maxInFlight = isSoftware ? 1 : 2;
  }

  #deviceRestored(adapter: string): void {
    this.#events.emit('deviceRestored', { adapter });
    this.#clock.request();
  }

  #giveUp(reason: UnsupportedReason, detail: string): AttachResult {
    this.#events.emit('unsupported', { reason, detail });
    return { status: 'unsupported', reason, detail };
  }

  /** Objects alive on the device, for leak checks. */
  get resources(): ResourceCounts {
    return this.#keeper.engine?.ledger.counts ?? { buffers: 0, textures: 0, bytes: 0 };
  }

  /** The device in use, for tests that lose it. */
  get device(): GPUDevice | null {
    return this.#keeper.engine?.opened.device ?? null;
  }

  dispose(): void {
    this.#clock.stop();
    if (this.#restTimer) clearTimeout(this.#restTimer);
    if (this.#terrainTimer) clearTimeout(this.#terrainTimer);
    if (this.#arrivalTimer) clearTimeout(this.#arrivalTimer);
    this.detach();
    this.#queue.dispose();
    this.#scene.release();
    this.#keeper.dispose();
    this.#events.clear();
  }

  // Scene

  addLayer(layer: SceneLayer): void {
    for (const kind of [...this.#toldFailures])
      if (kind.startsWith(`${layer.id} `)) this.#toldFailures.delete(kind);
    this.#scene.add(layer);
    this.#clock.request();
    if (this.#scene.layer(layer.id)?.facts.bounds) queueMicrotask(() => this.#layerReady(layer.id));
  }

  patchLayer(layerId: string, patch: LayerPatch): void {
    this.#scene.patch(layerId, patch);
    this.#clock.request();
  }

  removeLayer(layerId: string): void {
    this.#scene.remove(layerId);
    this.#clock.request();
  }

  setFeatures(layerId: string, features: readonly VectorFeature[]): void {
    this.#scene.setFeatures(layerId, features);
    this.#clock.request();
  }

  removeFeatures(layerId: string, featureIds: readonly string[]): void {
    this.#scene.removeFeatures(layerId, featureIds);
    this.#clock.request();
  }

  summary(layerId: string): LayerSummary | null {
    return this.#scene.layer(layerId)?.facts ?? null;
  }

  sceneBounds(): Bounds3 | null {
    return this.#scene.bounds();
  }

  #layerReady(layerId: string): void {
    this.#events.emit('layerReady', { layerId });
    if (this.#isFitWanted) this.fit();
    this.#clock.request();
  }

  /** Tells each kind of failure of a layer once: a damaged file fails in many of its pieces. */
  #layerFailed(layerId: string, error: AppError): void {
    const kind = `${layerId} ${error.code}`;
    if (this.#toldFailures.has(kind)) return;
    this.#toldFailures.add(kind);
    this.#events.emit('layerFailed', { layerId, error });
  }

  /** Shows what arrived: at once on a card, gathered on a processor, which has the decoding to do as well. */
  #requestArrival(): void {
    if (!this.#keeper.engine?.opened.isSoftware) {
      this.#clock.request();
      return;
    }
    this.#arrivalTimer ??= setTimeout(() => {
      this.#arrivalTimer = null;
      this.#clock.request();
    }, arrivalDelayMs);
  }

  #terrainChanged(): void {
    this.#terrainTimer ??= setTimeout(() => {
      this.#terrainTimer = null;
      this.#scene.noteTerrainChange();
      this.#clock.request();
    }, 250);
  }

  get display(): DisplaySettings {
    return this.#display;
  }

  setDisplay(patch: Partial<DisplaySettings>): void {
    this.#display = { ...this.#display, ...patch };
    this.#quality.wished = this.#display.pointBudget;
    this.#clock.request();
  }

  // Camera

  get camera(): CameraState {
    return this.#camera;
  }

  setCamera(patch: Partial<CameraState>): void {
    this.#isFitWanted = false;
    this.#moveCamera({ ...this.#camera, ...patch });
  }

  setMode(mode: CameraMode): void {
    if (mode !== this.#camera.mode) this.#moveCamera({ ...this.#camera, mode });
  }

  fit(bounds?: Bounds3): void {
    const box = bounds ?? this.#scene.bounds();
    // Nothing to fit yet: do it when the first layer is known.
    this.#isFitWanted = !box || !this.#surface;
    if (!box) return;
    this.#moveCamera(fitCamera(this.#camera, box, this.size, this.#display.verticalExaggeration));
  }

  setPrimaryDrag(drag: PrimaryDrag): void {
    this.#primaryDrag = drag;
  }

  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.size;
    this.#zoomAt(factor, at?.x ?? width / 2, at?.y ?? height / 2);
  }

  #moveCamera(camera: CameraState): void {
    this.#camera = camera;
    this.#isMoving = true;
    if (this.#restTimer) clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#comeToRest(), restDelayMs);
    this.#clock.request();
  }

  #comeToRest(): void {
    this.#restTimer = null;
    this.#isMoving = false;
    this.#clock.request();
  }

  #navigationTarget() {
    const viewport = this;
    return {
      get mode() {
        return viewport.#camera.mode;
      },
      get primaryDrag() {
        return viewport.#primaryDrag;
      },
      begin: (x: number, y: number) => this.#dropAnchor(x, y),
      panBy: (dx: number, dy: number) => {
        this.#isFitWanted = false;
        this.#moveCamera(panCamera(this.#camera, dx, dy, this.size, this.#display.verticalExaggeration));
      },
      orbitBy: (dx: number, dy: number) => this.#moveCamera(orbitCamera(this.#camera, dx, dy, this.size)),
      zoomAt: (factor: number, x: number, y: number) => this.#zoomAt(factor, x, y),
      end: () => this.#retarget(),
    };
  }

  /** Learns what lies under the pointer, for the zooms that follow. */
  #dropAnchor(x: number, y: number): void {
    this.#anchor = null;
    if (this.#camera.mode === '2d') return;
    void this.pick(x, y, { radiusPx: 3, isExact: false, kinds: ['point', 'terrain', 'tin'] }).then((hit) => {
      if (hit && !this.#anchor) this.#anchor = { x, y, point: hit.position };
    });
  }

  #zoomAt(factor: number, x: number, y: number): void {
    this.#isFitWanted = false;
    const anchor = this.#anchor;
    const isSamePlace = anchor && Math.hypot(anchor.x - x, anchor.y - y) < 12;
    if (!isSamePlace) this.#dropAnchor(x, y);
    const about = isSamePlace ? anchor.point : this.#groundAt(x, y);
    this.#moveCamera(zoomCamera(this.#camera, factor, about));
  }

  /** The ground under a place of the picture: the target's elevation, not further than the sight makes sense. */
  #groundAt(x: number, y: number): WorldPoint {
    const point = this.unproject(x, y);
    const { target, distance } = this.#camera;
    if (!point) return target;
    const away = Math.hypot(point[0] - target[0], point[1] - target[1]);
    return away < distance * 3 ? point : target;
  }

  /** After a gesture: moves the target along the sight to the surface, so that the next orbit turns about it. */
  #retarget(): void {
    const { mode, distance } = this.#camera;
    if (mode === '2d' || !this.#surface) return;
    const before = this.#camera;
    const { width, height } = this.size;
    const options = { radiusPx: 12, isExact: false, kinds: ['point', 'terrain', 'tin'] } as const;
    void this.pick(width / 2, height / 2, options).then((hit) => {
      if (!hit || this.#camera !== before) return;
      const { depth } = this.project(hit.position);
      if (depth < distance / 50 || depth > distance * 50) return;
      this.#camera = retargetCamera(before, depth, this.#display.verticalExaggeration);
    });
  }

  // Geometry

  get size(): ScreenSize {
    const surface = this.#surface;
    if (!surface) return { width: 1, height: 1 };
    return { width: surface.widthPx / surface.pixelRatio, height: surface.heightPx / surface.pixelRatio };
  }

  get unitsPerPixel(): number {
    return unitsPerPixel(this.#camera, this.size);
  }

  project(world: WorldPoint, camera: CameraState = this.#camera): ScreenPoint {
    return projectPoint(world, camera, this.size, this.#display.verticalExaggeration);
  }

  unproject(x: number, y: number, z?: number, camera: CameraState = this.#camera): WorldPoint | null {
    const elevation = z ?? camera.target[2];
    return unprojectToElevation(x, y, elevation, camera, this.size, this.#display.verticalExaggeration);
  }

  terrainElevation(x: number, y: number): number {
    return this.#scene.terrainElevation(x, y);
  }

  pick(x: number, y: number, options: PickOptions = {}): Promise<PickResult | null> {
    const camera = options.camera ?? this.#camera;
    const answer = this.#pickLine.then(() => this.#pickNow(x, y, camera, options));
    this.#pickLine = answer.catch(() => null);
    return answer;
  }

  async #pickNow(
    x: number,
    y: number,
    camera: CameraState,
    options: PickOptions,
  ): Promise<PickResult | null> {
    const engine = this.#keeper.engine;
    const surface = this.#surface;
    if (!engine || !surface) return null;
    const radius = options.radiusPx ?? 8;
    const window = pixelWindow(surface, x, y, radius);
    if (!window) return null;
    const view = this.#frameView(surface.widthPx, surface.heightPx, surface.pixelRatio, camera, window);
    const filter = options.kinds ? { kinds: options.kinds } : {};
    const { draws, ids } = this.#scene.collect(view, this.#display, this.#drawBudget(), filter);
    const look = this.#scene.look(this.#display, true);
    try {
      const pixels = await engine.pick(draws, view, look);
      return await resolvePick(pixels, view, ids, {
        pointer: [x, y],
        radiusPx: radius,
        isExact: options.isExact ?? true,
        kinds: options.kinds,
        drapedFill: (surface, distancePx) => {
          const isWanted = options.kinds?.includes('feature') ?? true;
          return isWanted ? this.#scene.drapedFill(surface, distancePx) : null;
        },
      });
    } catch (error) {
      // The device went away meanwhile: there is nothing under the pointer.
      if (this.#keeper.engine !== engine) return null;
      throw error;
    }
  }

  // Frames

  #drawBudget(): number {
    const { atRest, moving } = this.#quality.budgets;
    return this.#isMoving ? moving : atRest;
  }

  #frameView(
    widthPx: number,
    heightPx: number,
    pixelRatio: number,
    camera: CameraState,
    window?: PixelWindow,
  ): FrameView {
    const exaggeration = this.#display.verticalExaggeration;
    return makeFrameView({
      camera,
      exaggeration,
      widthPx,
      heightPx,
      pixelRatio,
      verticalReach: this.#scene.verticalReach(camera, exaggeration),
      ...(window ? { window } : {}),
    });
  }

  #drawFrame(): Promise<void> | null {
    const engine = this.#keeper.engine;
    const surface = this.#surface;
    const started = performance.now();
    if (!engine || !surface) return null;
    const { device } = engine.opened;
    const output = surface.texture(device, engine.outputFormat);
    if (!output) return null;
    const view = this.#frameView(surface.widthPx, surface.heightPx, surface.pixelRatio, this.#camera);
    this.#scene.stream(view, this.#display, this.#quality.budgets.atRest);
    const { draws } = this.#scene.collect(view, this.#display, this.#drawBudget());
    engine.render(draws, view, this.#scene.look(this.#display, this.#isDeterministic), output);
    this.#memory.trim();
    const pointsDrawn = draws.points.reduce((sum, draw) => sum + draw.count, 0);
    const isMoving = this.#isMoving;
    this.#events.emit('frame', this.#camera);
    this.#events.emit('stats', {
      pointsDrawn,
      trianglesDrawn: engine.countTriangles(draws),
      loading: this.#queue.pending,
      residentBytes: this.#memory.bytes,
      frameMs: performance.now() - started,
    });
    return device.queue.onSubmittedWorkDone().then(() => {
      if (isMoving) this.#quality.learn(performance.now() - started, pointsDrawn);
    });
  }

  get #isDeterministic(): boolean {
    return this.#options.isDeterministic ?? false;
  }

  /** True while something is being loaded or drawn. */
  get isBusy(): boolean {
    return (
      this.#clock.isBusy ||
      this.#queue.pending > 0 ||
      this.#isMoving ||
      this.#terrainTimer !== null ||
      this.#arrivalTimer !== null
    );
  }

  /** Draws the picture as it stands into memory: RGBA bytes, row by row, at the canvas's resolution. */
  async capture(): Promise<PixelImage> {
    const engine = this.#keeper.engine;
    const surface = this.#surface;
    if (!engine || !surface) throw new AppError('gpu.no-picture');
    const { widthPx, heightPx, pixelRatio } = surface;
    const view = this.#frameView(widthPx, heightPx, pixelRatio, this.#camera);
    const { draws } = this.#scene.collect(view, this.#display, this.#quality.budgets.atRest);
    const look = this.#scene.look(this.#display, this.#isDeterministic);
    return await readTexture(engine.ledger, engine.outputFormat, widthPx, heightPx, (texture) =>
      engine.render(draws, view, look, texture),
    );
  }

  async snapshot(): Promise<Blob> {
    return await encodePng(await this.capture());
  }
}

/** The pixels within a radius of a place, cut at the picture's edge; null outside the picture. */
function pixelWindow(surface: CanvasSurface, x: number, y: number, radius: number): PixelWindow | null {
  const { pixelRatio, widthPx, heightPx } = surface;
  const left = Math.max(0, Math.floor((x - radius) * pixelRatio));
  const top = Math.max(0, Math.floor((y - radius) * pixelRatio));
  const right = Math.min(widthPx, Math.ceil((x + radius) * pixelRatio) + 1);
  const bottom = Math.min(heightPx, Math.ceil((y + radius) * pixelRatio) + 1);
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
