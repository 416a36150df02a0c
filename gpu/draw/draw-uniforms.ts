import { drawSlotBytes, type SharedLayouts } from '../layouts/bind-groups.ts';
import { type StructValues, writeStruct } from '../layouts/struct-writer.ts';
import type { WgslStruct } from '../layouts/wgsl-layout.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/**
 * The draw uniforms of a frame in one buffer, one slot per draw: `push` while passes are planned, `upload` once, then
 * bind `group` with the offsets. One instance serves one device.
 */
export class DrawUniforms {
  readonly #ledger: ResourceLedger;
  readonly #layouts: SharedLayouts;
  #view = new DataView(new ArrayBuffer(64 * drawSlotBytes));
  #used = 0;
  #buffer: GPUBuffer | null = null;
  #group: GPUBindGroup | null = null;

  constructor(ledger: ResourceLedger, layouts: SharedLayouts) {
    this.#ledger = ledger;
    this.#layouts = layouts;
  }

  /** Clears the last frame's draws. */
  reset(): void {
    this.#used = 0;
  }

  /** Writes a draw's values and returns its dynamic offset. */
  push(layout: WgslStruct, values: StructValues): number {
    const offset = this.#used;
    if (offset + drawSlotBytes > this.#view.byteLength) {
      const grown = new Uint8Array(this.#view.byteLength * 2);
      grown.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(grown.buffer);
    }
    writeStruct(this.#view, offset, layout, values);
    this.#used += drawSlotBytes;
    return offset;
  }

  /** Uploads the slots to the device. */
  upload(): void {
    const size = this.#view.byteLength;
    if (!this.#buffer || this.#buffer.size < size) {
      this.#ledger.destroy(this.#buffer);
      this.#buffer = this.#ledger.buffer(
        'draw uniforms',
        size,
        GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
      );
      this.#group = this.#ledger.device.createBindGroup({
        label: 'draw uniforms',
        layout: this.#layouts.draw,
        entries: [{ binding: 0, resource: { buffer: this.#buffer, size: drawSlotBytes } }],
      });
    }
    if (this.#used > 0)
      this.#ledger.device.queue.writeBuffer(this.#buffer, 0, this.#view.buffer, 0, this.#used);
  }

  /** The bind group of the uploaded slots. */
  get group(): GPUBindGroup {
    if (!this.#group) throw new Error('draw uniforms are bound before they are uploaded');
    return this.#group;
  }

  destroy(): void {
    this.#ledger.destroy(this.#buffer);
    this.#buffer = null;
    this.#group = null;
  }
}
