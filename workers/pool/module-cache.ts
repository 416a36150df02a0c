import type { KernelName } from '#wasm/bindings/kernels.ts';

/** Compiled kernels, each loaded on first use and kept; one that failed to load is tried again on the next use. */
export function createModuleCache(load: (name: KernelName) => Promise<WebAssembly.Module>) {
  const modules = new Map<KernelName, Promise<WebAssembly.Module>>();

  function get(name: KernelName): Promise<WebAssembly.Module> {
    const held = modules.get(name);
    if (held) return held;
    const module = load(name);
    modules.set(name, module);
    module.catch(() => modules.delete(name));
    return module;
  }

  return { get };
}
