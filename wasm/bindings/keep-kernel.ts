/** A kernel that reports its memory use. */
export interface Holding {
  /** Bytes of its memory, which never shrinks. */
  heldBytes(): number;
}

/** Memory up to this is kept between calls, bytes. */
const maxKept = 32 * 2 ** 20;

/**
 * Makes one instance of a kernel for each module and hands it out again, so that small tasks do not each pay for one.
 * Whoever gets it uses it up without pause, since the next caller gets the same.
 * @param most bytes; an instance that holds more is dropped
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
