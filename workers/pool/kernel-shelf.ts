import type { KernelName } from '#wasm/bindings/kernels.ts';

/** Kernels as they are first asked for; one that could not be had is tried again by the next who asks. */
export function createKernelShelf(load: (name: KernelName) => Promise<WebAssembly.Module>) {
  const shelf = new Map<KernelName, Promise<WebAssembly.Module>>();

  function get(name: KernelName): Promise<WebAssembly.Module> {
    const held = shelf.get(name);
    if (held) return held;
    const module = load(name);
    shelf.set(name, module);
    module.catch(() => shelf.delete(name));
    return module;
  }

  return { get };
}
