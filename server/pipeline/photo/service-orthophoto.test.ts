import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createStepRunner } from '../steps.ts';
import { takeOrthophoto } from './service-orthophoto.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-ortho-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An orthophoto rotated by 30° whose keys name a system in metres and another unit code. */
async function take(unitCode: number) {
  const [width, height] = [32, 24];
  const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
  const directory = [1, 1, 0, 3, 1024, 0, 1, 1, 3072, 0, 1, 32_632, 3076, 0, 1, unitCode];
  const spec = {
    width,
    height,
    bands: 3,
    sampleType: 'uint8',
    colour: 'rgb',
    geotransform: [500_000, 0.5 * cos, 0.5 * sin, 5_000_000, 0.5 * sin, -0.5 * cos],
    geoKeys: { directory: Uint16Array.from(directory), doubles: new Float64Array(0), ascii: '' },
    nodata: null,
    tileSize: 32,
  } as const;
  const samples = new Uint8Array(width * height * 3).fill(90);
  const { bytes } = await writeCog(spec, { samples });
  const out = await mkdtemp(join(folder, 'out-'));
  const path = join(out, 'from-service.tif');
  await writeFile(path, bytes);
  const steps = await createStepRunner(out, () => undefined);
  await steps.run('service', [], async () => ({ facts: null, files: [] }));
  return await takeOrthophoto(path, out, steps, { pool: createLocalPool() });
}

describe("a service's orthophoto", () => {
  it('tells what it says of its system that contradicts itself', async () => {
    expect((await take(9001)).warnings).toEqual([]);
    const { warnings } = await take(9003);
    expect(warnings).toMatchObject([
      { code: 'crs.conflict-horizontal-unit', params: { file: 'orthomosaic.tif' } },
    ]);
    expect(Number(warnings[0]!.params['offsetMetres'])).toBeGreaterThan(3_000_000);
  });

  it('has the size of its cells as resolution, however they are turned', async () => {
    expect((await take(9001)).product.resolution).toBeCloseTo(0.5, 9);
  });
});
