import { depthFormat, pickFormat } from '../draw/formats.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/** Ids and depths of a few pixels, row by row. */
export interface PickPixels {
  readonly width: number;
  readonly height: number;
  /** Draw id and element index per pixel, length 2n; draw id 0 means none. */
  readonly ids: Uint32Array;
  /** Depth buffer of points, terrain and TINs, length n; 0 where empty. */
  readonly depths: Float32Array;
}

const rowBytes = (width: number, bytesPerTexel: number) => Math.ceil((width * bytesPerTexel) / 256) * 256;

/** Target of a pick, with read-back. */
export class PickTarget {
  readonly ids: GPUTexture;
  readonly depth: GPUTexture;
  readonly #ledger: ResourceLedger;
  readonly #buffer: GPUBuffer;
  readonly #width: number;
  readonly #height: number;

  constructor(ledger: ResourceLedger, width: number, height: number) {
    const usage = GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC;
    this.#ledger = ledger;
    this.#width = width;
    this.#height = height;
    this.ids = ledger.texture('pick ids', pickFormat, [width, height], usage);
    this.depth = ledger.texture('pick depth', depthFormat, [width, height], usage);
    const bytes = (rowBytes(width, 8) + rowBytes(width, 4)) * height;
    const readUsage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    this.#buffer = ledger.buffer('pick read-back', bytes, readUsage);
  }

  /** Begins a pass that clears ids and depths. */
  begin(encoder: GPUCommandEncoder): GPURenderPassEncoder {
    return encoder.beginRenderPass({
      label: 'pick',
      colorAttachments: [
        { view: this.ids.createView(), clearValue: [0, 0, 0, 0], loadOp: 'clear', storeOp: 'store' },
      ],
      depthStencilAttachment: {
        view: this.depth.createView(),
        depthClearValue: 0,
        depthLoadOp: 'clear',
        depthStoreOp: 'store',
      },
    });
  }

  /** Copies what was drawn, for `read`. */
  copy(encoder: GPUCommandEncoder): void {
    const size = [this.#width, this.#height];
    const idRow = rowBytes(this.#width, 8);
    encoder.copyTextureToBuffer({ texture: this.ids }, { buffer: this.#buffer, bytesPerRow: idRow }, size);
    encoder.copyTextureToBuffer(
      { texture: this.depth, aspect: 'depth-only' },
      { buffer: this.#buffer, offset: idRow * this.#height, bytesPerRow: rowBytes(this.#width, 4) },
      size,
    );
  }

  /** Returns the copy once the device has drawn it. Rejects where the device is lost. */
  async read(): Promise<PickPixels> {
    await this.#buffer.mapAsync(GPUMapMode.READ);
    const bytes = this.#buffer.getMappedRange();
    const [width, height] = [this.#width, this.#height];
    const [idRow, depthRow] = [rowBytes(width, 8), rowBytes(width, 4)];
    const ids = new Uint32Array(width * height * 2);
    const depths = new Float32Array(width * height);
    for (let row = 0; row < height; row++) {
      ids.set(new Uint32Array(bytes, row * idRow, width * 2), row * width * 2);
      depths.set(new Float32Array(bytes, idRow * height + row * depthRow, width), row * width);
    }
    return { width, height, ids, depths };
  }

  destroy(): void {
    this.#ledger.destroy(this.#buffer);
    this.#ledger.destroy(this.ids);
    this.#ledger.destroy(this.depth);
  }
}
