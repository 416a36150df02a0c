import { existsSync, readdirSync } from 'node:fs';
import type { FindGpu } from './task-compute.ts';

/**
 * Whether this machine has graphics hardware. Only Linux is checked: there, loading Vulkan's drivers without any
 * prints warnings.
 */
function mayHaveHardware(): boolean {
  if (process.platform !== 'linux') return true;
  if (existsSync('/dev/nvidia0') || existsSync('/dev/dxg')) return true;
  try {
    return readdirSync('/dev/dri').some((name) => name.startsWith('renderD'));
  } catch {
    return false;
  }
}

/** Held for the lifetime of the process: devices crash once their parent object is collected. */
const entries: GPU[] = [];

/** WebGPU in Node: the optional package `webgpu` (Dawn). Throws where it is not installed or does not load. */
export const findNodeGpu: FindGpu = async (mode) => {
  if (mode === 'auto' && !mayHaveHardware()) return undefined;
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  entries.push(gpu);
  return gpu;
};
