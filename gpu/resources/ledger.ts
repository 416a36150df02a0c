import type { DeviceOwner } from '#viewport/viewport-types.ts';

/** Live device objects, by kind, and their memory. */
export interface ResourceCounts {
  readonly buffers: number;
  readonly textures: number;
  /** Bytes of buffers and textures. */
  readonly bytes: number;
}

/** Owners by the first word of a label; all other objects belong to the frame. */
const owners: Readonly<Record<string, DeviceOwner>> = {
  copc: 'points',
  points: 'points',
  terrain: 'terrain',
  image: 'images',
  photo: 'images',
  lines: 'features',
  fills: 'features',
  symbols: 'features',
  tin: 'tins',
  label: 'labels',
};

function ownerOf(label: string): DeviceOwner {
  return owners[label.split(' ', 1)[0]!] ?? 'frame';
}

/** Zero bytes for every owner. */
export function noBytes(): Record<DeviceOwner, number> {
  return { points: 0, terrain: 0, images: 0, features: 0, tins: 0, labels: 0, frame: 0 };
}

type Owned = GPUBuffer | GPUTexture;

const bytesPerTexel: Readonly<Partial<Record<GPUTextureFormat, number>>> = {
  r8unorm: 1,
  rg16float: 4,
  r32float: 4,
  rgba8unorm: 4,
  bgra8unorm: 4,
  depth32float: 4,
  rg32uint: 8,
};

/**
 * Creates and counts every buffer and texture of one device, so that leaks are detected. The caller owns an object and
 * releases it with `destroy`. A ledger has the lifetime of its device.
 */
export class ResourceLedger {
  readonly device: GPUDevice;
  readonly #alive = new Map<Owned, number>();
  #bytes = 0;

  constructor(device: GPUDevice) {
    this.device = device;
  }

  get counts(): ResourceCounts {
    let buffers = 0;
    for (const object of this.#alive.keys()) if ('mapState' in object) buffers++;
    return { buffers, textures: this.#alive.size - buffers, bytes: this.#bytes };
  }

  /** Bytes of live objects by owner; labels begin with the owner. */
  get bytesByOwner(): Record<DeviceOwner, number> {
    const bytes = noBytes();
    for (const [object, size] of this.#alive) bytes[ownerOf(object.label)] += size;
    return bytes;
  }

  #own<T extends Owned>(object: T, bytes: number): T {
    this.#alive.set(object, bytes);
    this.#bytes += bytes;
    return object;
  }

  /** A buffer of at least four bytes, its size rounded up to four. */
  buffer(label: string, size: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const bytes = Math.max(4, Math.ceil(size / 4) * 4);
    return this.#own(this.device.createBuffer({ label, size: bytes, usage }), bytes);
  }

  texture(
    label: string,
    format: GPUTextureFormat,
    size: readonly [number, number],
    usage: GPUTextureUsageFlags,
  ) {
    const bytes = size[0] * size[1] * (bytesPerTexel[format] ?? 4);
    return this.#own(this.device.createTexture({ label, format, size: [...size], usage }), bytes);
  }

  /** Frees an object created here; freeing twice has no effect. */
  destroy(object: Owned | null | undefined): void {
    const bytes = object ? this.#alive.get(object) : undefined;
    if (!object || bytes === undefined) return;
    this.#alive.delete(object);
    this.#bytes -= bytes;
    object.destroy();
  }
}
