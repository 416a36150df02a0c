import { AppError } from '#domain/errors/app-error.ts';
import type { AttachResult, UnsupportedReason } from '#viewport/viewport-types.ts';
import { type OpenedDevice, openDevice } from '../compute/open-device.ts';
import { Engine, type EngineOptions } from './engine.ts';

/** Reasons by the classes of WebGPU's errors. */
const deviceFaults: Readonly<Record<string, string>> = {
  GPUValidationError: 'a-command-that-is-not-valid',
  GPUOutOfMemoryError: 'no-memory-on-the-adapter',
  GPUInternalError: 'a-fault-of-the-driver',
};

/** Events of the device manager. */
export interface DeviceEvents {
  opened(opened: OpenedDevice): void;
  /** Resources for better frames are ready. */
  prepared(): void;
  lost(reason: string): void;
  restored(opened: Extract<AttachResult, { status: 'ready' }>): void;
  failed(error: AppError): void;
  abandoned(reason: UnsupportedReason, detail: string): void;
}

/** Device losses within a minute after which rendering stops. */
const maxLosses = 4;
const lossWindowMs = 60_000;
/** Pauses between attempts to open a device after a loss, ms. */
const reopenDelaysMs = [100, 400, 1500, 4000];

function readyResult(opened: OpenedDevice): AttachResult {
  return { status: 'ready', adapter: opened.adapter, isSoftware: opened.isSoftware };
}

/** Opens a device and its engine, and reopens them when the device is lost. */
export class DeviceManager {
  readonly #gpu: GPU | undefined;
  readonly #events: DeviceEvents;
  readonly #createRenderers: EngineOptions['createRenderers'];
  #engine: Engine | null = null;
  #opening: Promise<AttachResult> | null = null;
  #losses: number[] = [];
  #isDisposed = false;

  constructor(gpu: GPU | undefined, createRenderers: EngineOptions['createRenderers'], events: DeviceEvents) {
    this.#gpu = gpu;
    this.#createRenderers = createRenderers;
    this.#events = events;
  }

  /** Null before `open`, and while a lost device is being replaced. */
  get engine(): Engine | null {
    return this.#engine;
  }

  /** Opens a device, or returns the result for the open one. */
  open(): Promise<AttachResult> {
    if (this.#engine) return Promise.resolve(readyResult(this.#engine.opened));
    this.#opening ??= this.#openOnce().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<AttachResult> {
    const opened = await openDevice(this.#gpu);
    if (opened.status === 'failed') {
      return { status: 'unsupported', reason: opened.reason, detail: opened.detail };
    }
    const { device } = opened;
    if (this.#isDisposed) {
      device.destroy();
      return { status: 'unsupported', reason: 'no-device', detail: '' };
    }
    device.addEventListener('uncapturederror', (event) => {
      const { error } = event as GPUUncapturedErrorEvent;
      const reason = deviceFaults[error.constructor.name] ?? 'an-unexpected-fault';
      this.#events.failed(new AppError('gpu.device-error', { reason }, { cause: error }));
    });
    this.#engine = new Engine({
      opened,
      outputFormat: this.#gpu!.getPreferredCanvasFormat(),
      createRenderers: this.#createRenderers,
      onPrepared: () => this.#events.prepared(),
    });
    this.#events.opened(opened);
    device.lost.then((info) => this.#replace(device, info));
    return readyResult(opened);
  }

  async #replace(device: GPUDevice, info: GPUDeviceLostInfo): Promise<void> {
    if (this.#isDisposed || this.#engine?.opened.device !== device) return;
    this.#engine = null;
    this.#events.lost(info.message || info.reason);
    const now = Date.now();
    this.#losses = [...this.#losses.filter((time) => now - time < lossWindowMs), now];
    if (this.#losses.length > maxLosses) {
      this.#events.abandoned('device-lost-repeatedly', info.message);
      return;
    }
    const result = await this.#reopen();
    if (this.#isDisposed) return;
    if (result.status === 'ready') this.#events.restored(result);
    else this.#events.abandoned(result.reason, result.detail);
  }

  /** Reopens a device after a loss: right after a crash of its process the browser may have no adapter available. */
  async #reopen(): Promise<AttachResult> {
    let result = await this.open();
    for (const delayMs of reopenDelaysMs) {
      if (result.status === 'ready' || this.#isDisposed) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      result = await this.open();
    }
    return result;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#engine?.destroy();
    this.#engine?.opened.device.destroy();
    this.#engine = null;
  }
}
