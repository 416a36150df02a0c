/** Kinds of arrays whose makers are counted. */
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

/** Bytes that were asked for since the last look. */
export interface MemoryCounter {
  take(): number;
  /** Puts the makers of arrays back. */
  stop(): void;
}

/** What arrays of a kind are made by, also where another array is asked for its kind. */
function setMaker(scope: Record<string, unknown>, kind: string, maker: unknown, original: unknown): void {
  scope[kind] = maker;
  const { prototype } = original as { prototype: object };
  Object.defineProperty(prototype, 'constructor', { value: maker, writable: true, configurable: true });
}

/**
 * Counts what is asked for: the bytes of every array of numbers that is made, and those by which the memory of kernels
 * grows, whether they are freed or not. It is what a collector of garbage, which nobody knows when to look at, cannot
 * hide: an upper bound of what was held at any moment beside plain objects. Views of other arrays count as nothing.
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
