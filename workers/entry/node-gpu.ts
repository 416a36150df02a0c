import { existsSync, readdirSync } from 'node:fs';
import type { FindGpu } from './task-compute.ts';

/**
 * Whether this machine shows graphics hardware. Only Linux is asked: there, loading Vulkan's drivers without any
 * prints their complaints.
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

/** Held as long as the process lives: devices crash once the object that they came from is collected. */
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
