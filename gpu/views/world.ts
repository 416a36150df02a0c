import type { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { Bounds3 } from '#domain/math/bounds.ts';
import { type DisplaySettings, defaultDisplay } from '#viewport/display.ts';
import type { LayerPatch, SceneLayer, VectorFeature } from '#viewport/scene.ts';
import type {
  AttachResult,
  LayerSummary,
  UnsupportedReason,
  ViewportEvents,
} from '#viewport/viewport-types.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { OpenedDevice } from '../compute/open-device.ts';
import { DeviceManager } from '../engine/device-manager.ts';
import type { Engine } from '../engine/engine.ts';
import { warmUp } from '../engine/measure-points.ts';
import { LabelBoard } from '../labels/label-board.ts';
import { createRenderers } from '../renderers/frame-renderers.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { Emitter } from './emitter.ts';
import { Scene } from './scene.ts';

/** Arguments of a viewport. */
export interface GpuViewportOptions {
  readonly pool: TaskPool;
  /** Opens the addresses of layers; `openHttpSource` in a page. */
  openSource(address: string, signal: AbortSignal): Promise<ByteSource>;
  /** Default: the browser's. */
  readonly gpu?: GPU;
  /** Disables driver-dependent effects, for image tests. */
  readonly isDeterministic?: boolean;
  /** Formats a number with exactly so many decimals; default as JavaScript does. */
  numberText?(value: number, digits: number): string;
  /** Bytes of decoded points and tiles kept. Default 768 MiB. */
  readonly memoryBytes?: number;
}

/** Callbacks of the world to its frame driver. */
export interface WorldHost {
  deviceOpened(opened: OpenedDevice): void;
  /** Called when something changed. */
  requestFrame(): void;
  /** Called when something was loaded. */
  requestArrival(): void;
  /** Called when more extents are known. */
  boundsGrew(): void;
}

/** Delay of re-projecting draped features after the first loaded tile, ms. */
const terrainDelayMs = 250;

/**
 * The scene with its device, load queue and memory budget, shared by all panes. All state that a new device needs is
 * kept on the CPU, so that a lost device is replaced transparently. The pool is borrowed.
 */
export class World {
  readonly events = new Emitter<ViewportEvents>();
  readonly queue: LoadQueue;
  readonly memory: MemoryBudget;
  readonly scene: Scene;
  readonly labels: LabelBoard;
  readonly deviceManager: DeviceManager;
  readonly isDeterministic: boolean;
  readonly #host: WorldHost;
  readonly #reportedFailures = new Set<string>();
  #display: DisplaySettings = defaultDisplay;
  #hasClouds = false;
  #warmed: Engine | null = null;
  #terrainTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: GpuViewportOptions, host: WorldHost) {
    this.#host = host;
    this.isDeterministic = options.isDeterministic ?? false;
    this.queue = new LoadQueue(Math.max(2, options.pool.size * 2), () => host.requestArrival());
    this.memory = new MemoryBudget(options.memoryBytes ?? 768 * 2 ** 20);
    this.labels = new LabelBoard(() => host.requestFrame());
    this.deviceManager = new DeviceManager(options.gpu ?? globalThis.navigator?.gpu, createRenderers, {
      opened: (opened) => {
        host.deviceOpened(opened);
        this.#warm();
      },
      prepared: () => host.requestFrame(),
      lost: (reason) => this.events.emit('deviceLost', { reason }),
      restored: ({ adapter, isSoftware }) => {
        this.events.emit('deviceRestored', { adapter, isSoftware });
        host.requestFrame();
      },
      failed: (error) => this.events.emit('deviceError', { error }),
      abandoned: (reason, detail) => this.giveUp(reason, detail),
    });
    this.scene = new Scene({
      numberText: options.numberText ?? ((value, digits) => value.toFixed(digits)),
      pool: options.pool,
      queue: this.queue,
      memory: this.memory,
      openSource: options.openSource,
      requestFrame: () => host.requestArrival(),
      reportReady: (layerId) => this.#layerReady(layerId),
      reportFailure: (layerId, error) => this.#layerFailed(layerId, error),
      terrainChanged: () => this.#terrainChanged(),
    });
  }

  giveUp(reason: UnsupportedReason, detail: string): AttachResult {
    this.events.emit('unsupported', { reason, detail });
    return { status: 'unsupported', reason, detail };
  }

  get display(): DisplaySettings {
    return this.#display;
  }

  setDisplay(patch: Partial<DisplaySettings>): void {
    this.#display = { ...this.#display, ...patch };
    this.#host.requestFrame();
  }

  /** True while a cloud is to be shown and nothing is loaded yet. */
  get awaitsPoints(): boolean {
    return this.#hasClouds && this.memory.bytes === 0;
  }

  /** True while something is loaded or re-projected, or label placement may still change. */
  get isBusy(): boolean {
    return this.queue.pending > 0 || this.#terrainTimer !== null || this.labels.isBusy;
  }

  /** Has the device create the pipelines for the first points, once points are expected. */
  #warm(): void {
    const { engine } = this.deviceManager;
    if (!engine || !this.#hasClouds) return;
    const look = this.scene.look(this.#display, this.isDeterministic);
    engine.warmPoints(look);
    if (this.#warmed === engine || this.isDeterministic) return;
    this.#warmed = engine;
    warmUp(engine, { ...look, isReduced: engine.isFirstReduced });
  }

  // Layers

  addLayer(layer: SceneLayer): void {
    for (const kind of [...this.#reportedFailures])
      if (kind.startsWith(`${layer.id} `)) this.#reportedFailures.delete(kind);
    this.scene.add(layer);
    this.#hasClouds ||= layer.kind === 'copc' || layer.kind === 'points';
    this.#warm();
    this.#host.requestFrame();
    if (this.scene.layer(layer.id)?.facts.bounds) queueMicrotask(() => this.#layerReady(layer.id));
  }

  patchLayer(layerId: string, patch: LayerPatch): void {
    this.scene.patch(layerId, patch);
    this.#host.requestFrame();
  }

  removeLayer(layerId: string): void {
    this.scene.remove(layerId);
    this.#host.requestFrame();
  }

  setFeatures(layerId: string, features: readonly VectorFeature[]): void {
    this.scene.setFeatures(layerId, features);
    this.#host.requestFrame();
  }

  removeFeatures(layerId: string, featureIds: readonly string[]): void {
    this.scene.removeFeatures(layerId, featureIds);
    this.#host.requestFrame();
  }

  summary(layerId: string): LayerSummary | null {
    return this.scene.layer(layerId)?.facts ?? null;
  }

  sceneBounds(): Bounds3 | null {
    return this.scene.bounds();
  }

  #layerReady(layerId: string): void {
    this.events.emit('layerReady', { layerId });
    this.#host.boundsGrew();
    this.#host.requestFrame();
  }

  /** Reports each kind of failure of a layer once: a damaged file fails in many pieces. */
  #layerFailed(layerId: string, error: AppError): void {
    const kind = `${layerId} ${error.code}`;
    if (this.#reportedFailures.has(kind)) return;
    this.#reportedFailures.add(kind);
    this.events.emit('layerFailed', { layerId, error });
  }

  #terrainChanged(): void {
    this.#terrainTimer ??= setTimeout(() => {
      this.#terrainTimer = null;
      this.scene.noteTerrainChange();
      this.#host.requestFrame();
    }, terrainDelayMs);
  }

  dispose(): void {
    if (this.#terrainTimer) clearTimeout(this.#terrainTimer);
    this.queue.dispose();
    this.scene.release();
    this.labels.release();
    this.deviceManager.dispose();
    this.events.clear();
  }
}
