/** A kernel that reports its memory use. */
export interface Holding {
  /** Bytes of its memory, which never shrinks. */
  heldBytes(): number;
}

/** Maximum memory kept between calls, bytes. */
const maxKept = 32 * 2 ** 20;

/**
 * Creates and caches one instance of a kernel per module, so that small tasks share it. The caller uses it
 * synchronously, since the next caller gets the same instance.
 * @param most bytes; an instance with more memory is dropped
 */
export function keepKernel<Kernel extends Holding>(
  create: (module: WebAssembly.Module) => Kernel,
  most = maxKept,
): (module: WebAssembly.Module) => Kernel {
  const kept = new WeakMap<WebAssembly.Module, Kernel>();
  return (module) => {
    const known = kept.get(module);
    if (known && known.heldBytes() <= most) return known;
    const made = create(module);
    kept.set(module, made);
    return made;
  };
}
