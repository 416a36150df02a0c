import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-systems-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('tells of systems that contradict each other when a cloud is converted', async () => {
  const plain = await writeGroundCloud(
    join(folder, 'plain.las'),
    gridOfPoints(4, 4, () => 10),
    {},
  );
  const placed = join(folder, 'placed.las');
  expect((await runHere('convert', plain, placed, '--crs', 'EPSG:32632')).code).toBe(0);
  const quiet = await runHere('convert', placed, join(folder, 'quiet.las'), '--json');
  expect(JSON.parse(quiet.out).warnings).toEqual([]);
  await writeFile(join(folder, 'placed.prj'), 'EPSG:32633');
  const told = await runHere('convert', placed, join(folder, 'out.las'), '--json');
  expect(told.error).toMatch(/32632.*32633|32633.*32632/);
  const [conflict, ...others] = JSON.parse(told.out).warnings;
  expect([conflict.code, others]).toEqual(['crs.conflict-epsg', []]);
  // the same coordinates in neighbouring zones lie six degrees of longitude apart, near the equator here
  expect(conflict.params.offsetMetres).toBeGreaterThan(660_000);
  expect(conflict.params.offsetMetres).toBeLessThan(670_000);
});

it('writes the unit of the system that a drawing declares', async () => {
  const path = join(folder, 'drawing.geojson');
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2229' } };
  const geometry = { type: 'Point', coordinates: [6_500_000, 1_800_000, 10] };
  const features = [{ type: 'Feature', properties: { name: 'A' }, geometry }];
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', crs, features }));
  const unitOf = async (...args: string[]) => {
    const out = join(folder, 'drawing.dxf');
    expect((await runHere('export', path, '--out', out, ...args)).code).toBe(0);
    return /\$INSUNITS\s+70\s+(\d+)/.exec(await readFile(out, 'latin1'))?.[1];
  };
  // US survey feet, as DXF numbers units.
  expect(await unitOf()).toBe('21');
  expect(await unitOf('--crs', 'EPSG:32632')).toBe('6');
});
