import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveWgsl } from '../../scripts/vite-wgsl.mjs';
import { noDevice, openTestDevice } from '../support/compute.ts';

const shaderFolder = resolve(import.meta.dirname, '../../shaders');

function entryFiles(): string[] {
  return ['render', 'compute'].flatMap((folder) => {
    const path = resolve(shaderFolder, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path)
      .filter((file) => file.endsWith('.wgsl'))
      .map((file) => `${folder}/${file}`);
  });
}

describe('shaders', () => {
  let device: GPUDevice | null = null;

  beforeAll(async () => {
    device = (await openTestDevice())?.device ?? null;
  });

  afterAll(() => device?.destroy());

  it('finds the shaders of every pipeline', () => {
    expect(entryFiles()).toContain('render/points.wgsl');
  });

  it.for(entryFiles())('%s compiles, with entry points', async (file, { skip }) => {
    if (!device) return skip(noDevice);
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
