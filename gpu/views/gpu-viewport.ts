import type { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type {
  Bounds3,
  CameraMode,
  CameraState,
  ScreenPoint,
  ScreenSize,
  WorldPoint,
} from '#domain/view/camera.ts';
import { type DisplaySettings, defaultDisplay, heightStretch } from '#domain/view/display.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#domain/view/scene.ts';
import type {
  AttachResult,
  CameraMove,
  LayerSummary,
  PickOptions,
  PictureOrder,
  PixelImage,
  PrimaryDrag,
  UnsupportedReason,
  ViewportEvents,
  ViewportFigures,
} from '#domain/view/viewing.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { EngineKeeper } from '../frame/engine-keeper.ts';
import { noBytes, type ResourceCounts } from '../resources/ledger.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { CameraController } from './camera-controller.ts';
import { CanvasSurface } from './canvas-surface.ts';
import { Emitter } from './emitter.ts';
import { FrameDriver, type FrameParts } from './frame-driver.ts';
import { Navigation } from './navigation.ts';
import { PickingService } from './picking-service.ts';
import { takePicture } from './picture-taker.ts';
import { encodePng } from './read-texture.ts';
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

/** What lies on terrain is laid anew this long after the first of the tiles that arrived, ms. */
const terrainDelayMs = 250;

/**
 * The picture on WebGPU; satisfies the viewport port of the core. Owns its device, renderers and scene data;
 * the pool is borrowed. All state that a new device needs lies on the CPU, so that a lost device is replaced unseen.
 */
export class GpuViewport {
  readonly #events = new Emitter<ViewportEvents>();
  readonly #queue: LoadQueue;
  readonly #memory: MemoryBudget;
  readonly #scene: Scene;
  readonly #keeper: EngineKeeper;
  readonly #parts: FrameParts;
  readonly #frames: FrameDriver;
  readonly #picking: PickingService;
  readonly #camera = new CameraController(this.#cameraHost());
  /** Pictures being taken; the canvas rests meanwhile. */
  #picturesInHand = 0;
  #display: DisplaySettings = defaultDisplay;
  #surface: CanvasSurface | null = null;
  #navigation: Navigation | null = null;
  readonly #toldFailures = new Set<string>();
  #terrainTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: GpuViewportOptions) {
    this.#queue = new LoadQueue(Math.max(2, options.pool.size * 2), () => this.#frames.request());
    const memory = new MemoryBudget(options.memoryBytes ?? 768 * 2 ** 20);
    this.#memory = memory;
    this.#keeper = new EngineKeeper(options.gpu ?? globalThis.navigator?.gpu, {
      opened: (opened) => this.#frames.deviceOpened(opened),
      lost: (reason) => this.#events.emit('deviceLost', { reason }),
      restored: (adapter) => this.#deviceRestored(adapter),
      failed: (error) => this.#events.emit('deviceError', { error }),
      gaveUp: (reason, detail) => this.#giveUp(reason, detail),
    });
    this.#scene = new Scene({
      pool: options.pool,
      queue: this.#queue,
      memory,
      openSource: options.openSource,
      requestFrame: () => this.#frames.requestArrival(),
      reportReady: (layerId) => this.#layerReady(layerId),
      reportFailure: (layerId, error) => this.#layerFailed(layerId, error),
      terrainChanged: () => this.#terrainChanged(),
    });
    this.#parts = this.#frameParts(memory, options.isDeterministic ?? false);
    this.#frames = new FrameDriver(this.#parts);
    this.#picking = new PickingService(this.#parts, this.#frames);
  }

  #cameraHost() {
    const viewport = this;
    return {
      get size() {
        return viewport.size;
      },
      get hasCanvas() {
        return viewport.#surface !== null;
      },
      get exaggeration() {
        return heightStretch(viewport.#display);
      },
      sceneBounds: () => this.#scene.bounds(),
      pick: (x: number, y: number, options: PickOptions) => this.#picking.pick(x, y, options),
      requestFrame: () => this.#frames.request(),
    };
  }

  #frameParts(memory: MemoryBudget, isDeterministic: boolean): FrameParts {
    const viewport = this;
    return {
      keeper: this.#keeper,
      scene: this.#scene,
      queue: this.#queue,
      memory,
      events: this.#events,
      camera: this.#camera,
      isDeterministic,
      get surface() {
        return viewport.#picturesInHand > 0 ? null : viewport.#surface;
      },
      get display() {
        return viewport.#display;
      },
    };
  }

  on<E extends keyof ViewportEvents>(event: E, listener: (value: ViewportEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  // Canvas and device

  async attach(canvas: HTMLCanvasElement): Promise<AttachResult> {
    this.detach();
    this.#surface = new CanvasSurface(canvas, () => this.#frames.request());
    this.#navigation = new Navigation(canvas, this.#camera);
    const result = await this.#keeper.open();
    if (result.status === 'unsupported') return this.#giveUp(result.reason, result.detail);
    if (this.#surface && !this.#surface.hasContext) {
      return this.#giveUp('no-canvas', 'the canvas gives no WebGPU context');
    }
    this.#camera.fitIfWanted();
    this.#frames.request();
    return result;
  }

  detach(): void {
    this.#navigation?.dispose();
    this.#navigation = null;
    this.#surface?.dispose();
    this.#surface = null;
  }

  #deviceRestored(adapter: string): void {
    this.#events.emit('deviceRestored', { adapter });
    this.#frames.request();
  }

  #giveUp(reason: UnsupportedReason, detail: string): AttachResult {
    this.#events.emit('unsupported', { reason, detail });
    return { status: 'unsupported', reason, detail };
  }

  /** Objects alive on the device, for leak checks. */
  get resources(): ResourceCounts {
    return this.#keeper.engine?.ledger.counts ?? { buffers: 0, textures: 0, bytes: 0 };
  }

  /** What goes on now, without drawing anything. */
  figures(): ViewportFigures {
    const { running, pending } = this.#queue;
    return {
      ...this.#frames.lastFrame,
      inFlight: running,
      waiting: Math.max(0, pending - running),
      deviceBytes: this.#keeper.engine?.ledger.bytesByOwner ?? noBytes(),
      keptBytes: this.#memory.bytes,
      keptLimit: this.#memory.limit,
    };
  }

  /** The device in use, for tests that lose it. */
  get device(): GPUDevice | null {
    return this.#keeper.engine?.opened.device ?? null;
  }

  dispose(): void {
    this.#frames.dispose();
    this.#camera.dispose();
    if (this.#terrainTimer) clearTimeout(this.#terrainTimer);
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
    this.#frames.request();
    if (this.#scene.layer(layer.id)?.facts.bounds) queueMicrotask(() => this.#layerReady(layer.id));
  }

  patchLayer(layerId: string, patch: LayerPatch): void {
    this.#scene.patch(layerId, patch);
    this.#frames.request();
  }

  removeLayer(layerId: string): void {
    this.#scene.remove(layerId);
    this.#frames.request();
  }

  setFeatures(layerId: string, features: readonly VectorFeature[]): void {
    this.#scene.setFeatures(layerId, features);
    this.#frames.request();
  }

  removeFeatures(layerId: string, featureIds: readonly string[]): void {
    this.#scene.removeFeatures(layerId, featureIds);
    this.#frames.request();
  }

  summary(layerId: string): LayerSummary | null {
    return this.#scene.layer(layerId)?.facts ?? null;
  }

  sceneBounds(): Bounds3 | null {
    return this.#scene.bounds();
  }

  #layerReady(layerId: string): void {
    this.#events.emit('layerReady', { layerId });
    this.#camera.fitIfWanted();
    this.#frames.request();
  }

  /** Tells each kind of failure of a layer once: a damaged file fails in many of its pieces. */
  #layerFailed(layerId: string, error: AppError): void {
    const kind = `${layerId} ${error.code}`;
    if (this.#toldFailures.has(kind)) return;
    this.#toldFailures.add(kind);
    this.#events.emit('layerFailed', { layerId, error });
  }

  #terrainChanged(): void {
    this.#terrainTimer ??= setTimeout(() => {
      this.#terrainTimer = null;
      this.#scene.noteTerrainChange();
      this.#frames.request();
    }, terrainDelayMs);
  }

  get display(): DisplaySettings {
    return this.#display;
  }

  setDisplay(patch: Partial<DisplaySettings>): void {
    this.#display = { ...this.#display, ...patch };
    this.#frames.wishedPoints = this.#display.pointBudget;
    this.#frames.request();
  }

  // Camera

  get camera(): CameraState {
    return this.#camera.state;
  }

  setCamera(patch: Partial<CameraState>): void {
    this.#camera.set(patch);
  }

  setMode(mode: CameraMode): void {
    this.#camera.setMode(mode);
  }

  fit(bounds?: Bounds3): void {
    this.#camera.fit(bounds);
  }

  moveCamera(move: CameraMove): void {
    this.#camera.move(move);
  }

  setPrimaryDrag(drag: PrimaryDrag): void {
    this.#camera.primaryDrag = drag;
  }

  zoomBy(factor: number, at?: { readonly x: number; readonly y: number }): void {
    const { width, height } = this.size;
    this.#camera.zoomAt(factor, at?.x ?? width / 2, at?.y ?? height / 2);
  }

  // Geometry

  get size(): ScreenSize {
    const surface = this.#surface;
    if (!surface) return { width: 1, height: 1 };
    return { width: surface.widthPx / surface.pixelRatio, height: surface.heightPx / surface.pixelRatio };
  }

  get unitsPerPixel(): number {
    return this.#camera.unitsPerPixel;
  }

  project(world: WorldPoint, camera?: CameraState): ScreenPoint {
    return this.#camera.project(world, camera);
  }

  unproject(x: number, y: number, z?: number, camera?: CameraState): WorldPoint | null {
    return this.#camera.unproject(x, y, z, camera);
  }

  terrainElevation(x: number, y: number): number {
    return this.#scene.terrainElevation(x, y);
  }

  pick(x: number, y: number, options: PickOptions = {}): Promise<PickResult | null> {
    return this.#picking.pick(x, y, options);
  }

  // Pictures

  /** True while something is being loaded or drawn. */
  get isBusy(): boolean {
    return (
      this.#frames.isBusy || this.#queue.pending > 0 || this.#camera.isMoving || this.#terrainTimer !== null
    );
  }

  /** Draws the picture as it stands into memory: RGBA bytes, row by row, at the canvas's resolution. */
  capture(): Promise<PixelImage> {
    return this.#frames.capture();
  }

  /** Draws the scene into a picture of any size; the canvas stands still meanwhile. */
  async picture(order: PictureOrder): Promise<PixelImage> {
    this.#picturesInHand++;
    try {
      return await takePicture(this.#parts, this.#frames, order.camera ?? this.camera, order);
    } finally {
      this.#picturesInHand--;
      this.#frames.request();
    }
  }

  async snapshot(): Promise<Blob> {
    return await encodePng(await this.capture());
  }
}
