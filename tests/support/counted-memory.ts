/** Kinds of arrays whose constructors are counted. */
const kinds = [
  'ArrayBuffer',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
] as const;

const kernelPageBytes = 65_536;

/** Bytes allocated since the last read. */
export interface MemoryCounter {
  take(): number;
  /** Restores the array constructors. */
  stop(): void;
}

/** The constructor of a kind of array, also where it is read from another array. */
function setMaker(scope: Record<string, unknown>, kind: string, maker: unknown, original: unknown): void {
  scope[kind] = maker;
  const { prototype } = original as { prototype: object };
  Object.defineProperty(prototype, 'constructor', { value: maker, writable: true, configurable: true });
}

/**
 * Counts allocations: the bytes of every typed array created, and the growth of kernel memory, whether freed or not.
 * Independently of garbage collection this is an upper bound of the memory held at any moment besides plain objects.
 * Views of other arrays are not counted.
 */
export function countMemory(): MemoryCounter {
  let asked = 0;
  const scope = globalThis as unknown as Record<string, unknown>;
  const originals = kinds.map((kind) => [kind, scope[kind]] as const);
  for (const [kind, original] of originals) {
    const counted: object = new Proxy(original as new (...values: unknown[]) => ArrayBufferView, {
      construct(target, values, from) {
        const made = Reflect.construct(target, values, from === counted ? target : from);
        if (!(values[0] instanceof ArrayBuffer || values[0] instanceof SharedArrayBuffer))
          asked += made.byteLength;
        return made;
      },
    });
    setMaker(scope, kind, counted, original);
  }
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function growCounted(pages) {
    asked += pages * kernelPageBytes;
    return grow.call(this, pages);
  };
  return {
    take() {
      const taken = asked;
      asked = 0;
      return taken;
    },
    stop() {
      for (const [kind, original] of originals) setMaker(scope, kind, original, original);
      WebAssembly.Memory.prototype.grow = grow;
    },
  };
}
