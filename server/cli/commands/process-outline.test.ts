import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
const path = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-outline-'));
});
afterAll(() => rm(folder, { recursive: true }));

const told = (report: { warnings: { code: string; params: Record<string, number> }[] }, code: string) =>
  report.warnings.find((warning) => warning.code === code)?.params;

describe('products of a survey in the form of an L', () => {
  /** Two arms 10 m wide along a square of 60 m, a metre above the plane: 1,100 m². */
  const arms = gridOfPoints(60, 60, () => 10).filter(({ x, y }) => x <= 1010 || y <= 2010);

  it('end where the survey does, and say what was left empty', async () => {
    const cloud = await writeGroundCloud(path('l.las'), arms);
    const out = path('l');
    const run = await runHere('process', cloud, '--out', out, '--resolution', '0.5', '--json');
    expect(run.code).toBe(0);
    const trimmed = told(JSON.parse(run.out), 'process.outline-trimmed');
    // the triangle between the ends of the arms
    expect(trimmed?.['area']).toBeGreaterThan(1100);
    expect(trimmed?.['area']).toBeLessThan(1260);
    expect(trimmed?.['gap']).toBeLessThan(12);
    for (const raster of ['elevation-model.tif', 'surface-model.tif']) {
      const volume = await runHere('volume', join(out, raster), '--plane', '9', '--json');
      const { net } = JSON.parse(volume.out);
      expect(net).toBeGreaterThan(1080);
      expect(net).toBeLessThan(1160);
    }
  });

  it('fill what the survey encloses', async () => {
    const ring = gridOfPoints(60, 60, () => 10).filter(
      ({ x, y }) => x <= 1015 || x >= 1045 || y <= 2015 || y >= 2045,
    );
    const cloud = await writeGroundCloud(path('ring.las'), ring);
    const run = await runHere('process', cloud, '--out', path('ring'), '--resolution', '0.5', '--json');
    expect(told(JSON.parse(run.out), 'process.outline-trimmed')).toBeUndefined();
    const volume = await runHere(
      'volume',
      join(path('ring'), 'elevation-model.tif'),
      '--plane',
      '9',
      '--json',
    );
    expect(JSON.parse(volume.out).net).toBeCloseTo(3600, -2);
  });

  it('are the same however the tiles are cut', async () => {
    const cloud = await writeGroundCloud(path('again.las'), arms);
    const digests = [];
    for (const name of ['one', 'two']) {
      expect((await runHere('process', cloud, '--out', path(name), '--resolution', '0.05')).code).toBe(0);
      const bytes = await readFile(join(path(name), 'elevation-model.tif'));
      digests.push(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(digests[0]).toBe(digests[1]);
  });
});

it('lists places of the ground that have several heights', async () => {
  const level = gridOfPoints(12, 12, () => 10);
  const wall = [...level, ...level.slice(20, 23).map((point) => ({ ...point, z: 13 }))];
  const cloud = await writeGroundCloud(path('wall.las'), wall);
  const run = await runHere('process', cloud, '--out', path('wall'), '--json');
  const report = JSON.parse(run.out);
  expect(told(report, 'geometry.height-conflicts')).toMatchObject({ count: 3, lowest: 10, highest: 13 });
  expect(report.heightConflicts).toMatchObject({ count: 3 });
  expect(report.heightConflicts.listed).toHaveLength(3);
});
