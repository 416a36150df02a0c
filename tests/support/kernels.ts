import { readFileSync } from 'node:fs';
import { type KernelModules, type KernelName, kernelNames } from '#wasm/bindings/kernels.ts';

/** Compiles one built kernel module from `wasm/build`. */
export function loadKernel(name: KernelName): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL(`../../wasm/build/${name}.wasm`, import.meta.url)));
}

/** All kernel modules, for handlers that take a task context. */
export function loadKernels(): KernelModules {
  return Object.fromEntries(kernelNames.map((name) => [name, loadKernel(name)])) as KernelModules;
}
