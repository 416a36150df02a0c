import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveWgsl } from '../../scripts/vite-wgsl.mjs';

const shaderFolder = resolve(import.meta.dirname, '../../shaders');
const softwareDriver = '/usr/lib/chromium/vk_swiftshader_icd.json';

function entryFiles(): string[] {
  return ['render', 'compute'].flatMap((folder) => {
    const path = resolve(shaderFolder, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((file) => file.endsWith('.wgsl'))
      .map((file) => `${folder}/${file}`);
  });
}

async function openSoftwareDevice(): Promise<GPUDevice | null> {
  if (existsSync(softwareDriver)) process.env['VK_ICD_FILENAMES'] ??= softwareDriver;
  const { create } = (await import('webgpu')) as { create(options: string[]): GPU };
  const adapter = await create([]).requestAdapter();
  return (await adapter?.requestDevice()) ?? null;
}

describe('shaders', () => {
  let device: GPUDevice | null = null;

  beforeAll(async () => {
    device = await openSoftwareDevice();
  });

  afterAll(() => device?.destroy());

  it('finds the shaders of every pipeline', () => {
    expect(entryFiles()).toContain('render/points.wgsl');
  });

  it.for(entryFiles())('%s compiles, with entry points', async (file, { skip }) => {
    if (!device && !existsSync(softwareDriver))
      skip('neither a WebGPU adapter nor the software driver is here');
    if (!device) throw new Error('the software driver is installed, but gives no WebGPU device');
    const { code } = resolveWgsl(resolve(shaderFolder, file));
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ label: file, code });
    const { messages } = await module.getCompilationInfo();
    const error = await device.popErrorScope();
    expect(messages.map(({ lineNum, message }) => `${lineNum}: ${message}`)).toEqual([]);
    expect(error).toBeNull();
    expect(code).toMatch(/@(vertex|compute)\s/);
  });
});
