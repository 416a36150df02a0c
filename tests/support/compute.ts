import { existsSync } from 'node:fs';
import { type OpenedDevice, openDevice } from '#gpu/compute/open-device.ts';

const softwareDriver = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Held for the lifetime of the process: devices crash once the object that created them is collected. */
const entries: GPU[] = [];

/** WebGPU of this Node process, on the software driver of Debian's Chromium by default. */
export async function openTestGpu(): Promise<GPU> {
  if (existsSync(softwareDriver)) process.env['VK_ICD_FILENAMES'] ??= softwareDriver;
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  entries.push(gpu);
  return gpu;
}

/**
 * A device for kernel tests; null, for skipping with `noDevice`, where neither an adapter nor the software driver is
 * available. A driver without a device is a failure.
 */
export async function openTestDevice(): Promise<OpenedDevice | null> {
  const result = await openDevice(await openTestGpu());
  if (result.status === 'open') return result;
  if (existsSync(softwareDriver)) throw new Error(`the software driver gives no device: ${result.detail}`);
  return null;
}

/** Why a test of a shader was skipped. */
export const noDevice = 'neither a WebGPU adapter nor the software driver is here';
