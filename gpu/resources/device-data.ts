import type { ResourceLedger } from './ledger.ts';

/**
 * Bytes kept on the CPU and, once requested, on the device. After a device loss `on` uploads them to the new device:
 * the CPU's copy is authoritative.
 */
export class DeviceBuffer {
  readonly label: string;
  readonly #usage: GPUBufferUsageFlags;
  #data: ArrayBufferView<ArrayBuffer>;
  #ledger: ResourceLedger | null = null;
  #buffer: GPUBuffer | null = null;

  /** `data` is borrowed until `release`. */
  constructor(label: string, usage: GPUBufferUsageFlags, data: ArrayBufferView<ArrayBuffer>) {
    this.label = label;
    this.#usage = usage;
    this.#data = data;
  }

  get byteLength(): number {
    return this.#data.byteLength;
  }

  /** The buffer on a device, uploaded now if missing. Owned by this object. */
  on(ledger: ResourceLedger): GPUBuffer {
    if (this.#buffer && this.#ledger === ledger) return this.#buffer;
    const { byteLength } = this.#data;
    this.#buffer = ledger.buffer(this.label, byteLength, this.#usage | GPUBufferUsage.COPY_DST);
    this.#ledger = ledger;
    const whole = byteLength - (byteLength % 4);
    if (whole > 0)
      ledger.device.queue.writeBuffer(this.#buffer, 0, this.#data.buffer, this.#data.byteOffset, whole);
    if (whole < byteLength) {
      const rest = new Uint8Array(4);
      rest.set(new Uint8Array(this.#data.buffer, this.#data.byteOffset + whole, byteLength - whole));
      ledger.device.queue.writeBuffer(this.#buffer, whole, rest);
    }
    return this.#buffer;
  }

  release(): void {
    this.#ledger?.destroy(this.#buffer);
    this.#buffer = null;
    this.#ledger = null;
  }
}

/** Texels kept on the CPU and, once requested, on the device; uploaded again after a device loss. */
export class DeviceTexture {
  readonly label: string;
  readonly format: GPUTextureFormat;
  readonly size: readonly [width: number, height: number];
  readonly #data: ArrayBufferView<ArrayBuffer>;
  #ledger: ResourceLedger | null = null;
  #texture: GPUTexture | null = null;

  /** `data` holds the texels row by row without padding, borrowed until `release`. */
  constructor(
    label: string,
    format: GPUTextureFormat,
    size: readonly [width: number, height: number],
    data: ArrayBufferView<ArrayBuffer>,
  ) {
    this.label = label;
    this.format = format;
    this.size = size;
    this.#data = data;
  }

  get byteLength(): number {
    return this.#data.byteLength;
  }

  /** The texture on a device, uploaded now if missing. Owned by this object. */
  on(ledger: ResourceLedger): GPUTexture {
    if (this.#texture && this.#ledger === ledger) return this.#texture;
    const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
    this.#texture = ledger.texture(this.label, this.format, this.size, usage);
    this.#ledger = ledger;
    const bytesPerRow = this.#data.byteLength / this.size[1];
    ledger.device.queue.writeTexture({ texture: this.#texture }, this.#data, { bytesPerRow }, [...this.size]);
    return this.#texture;
  }

  release(): void {
    this.#ledger?.destroy(this.#texture);
    this.#texture = null;
    this.#ledger = null;
  }
}
