import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourPoints } from '#gpu/renderers/point-shader.ts';
import type { ColourMode } from '#viewport/display.ts';
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

/** Each way to colour points; the type checker ensures that none is missing. */
const colourings: Readonly<Record<ColourMode, true>> = {
  rgb: true,
  elevation: true,
  intensity: true,
  classification: true,
  return: true,
  source: true,
  time: true,
  distance: true,
};

describe('shaders', () => {
  let device: GPUDevice | null = null;
  const modes = Object.keys(colourings) as ColourMode[];

  beforeAll(async () => {
    device = (await openTestDevice())?.device ?? null;
  });

  afterAll(() => device?.destroy());

  it('finds the shaders of every pipeline', () => {
    expect(entryFiles()).toContain('render/points.wgsl');
  });

  /** What a device finds wrong with a shader. */
  async function faultsOf(device: GPUDevice, label: string, code: string): Promise<string[]> {
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ label, code });
    const { messages } = await module.getCompilationInfo();
    const error = await device.popErrorScope();
    const faults = messages.map(({ lineNum, message }) => `${lineNum}: ${message}`);
    return error ? [...faults, error.message] : faults;
  }

  it.for(entryFiles())('%s compiles, with entry points', async (file, { skip }) => {
    if (!device) return skip(noDevice);
    const { code } = resolveWgsl(resolve(shaderFolder, file));
    expect(await faultsOf(device, file, code)).toEqual([]);
    expect(code).toMatch(/@(vertex|compute)\s/);
  });

  it.for([
    ...modes.map((main) => ({ main, second: null })),
    ...modes.map((second) => ({ main: 'rgb' as const, second })),
  ])('shaders of points compile for $main and $second', async (colours, { skip }) => {
    if (!device) return skip(noDevice);
    for (const file of ['render/points.wgsl', 'render/point-raster.wgsl']) {
      const code = colourPoints(resolveWgsl(resolve(shaderFolder, file)).code, colours);
      expect(await faultsOf(device, file, code)).toEqual([]);
      expect(code).toContain(`return ${colours.second ? 'mix(' : ''}colour_${colours.main}(point)`);
    }
  });
});
