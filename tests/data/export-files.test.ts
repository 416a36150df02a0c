import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPointText } from '#domain/formats/point-text/read-point-text.ts';
import { runBuiltCli } from '../support/cli.ts';
import { rollingPlaces, writeCloud } from '../support/cloud-files.ts';

let folder: string;
let dem: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-export-'));
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(60), 2);
  const run = await runBuiltCli('process', input, '--out', join(folder, 'out'), '--crs', 'EPSG:2264+6360');
  expect(run).toMatchObject({ code: 0 });
  dem = join(folder, 'out', 'elevation-model.tif');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function runJson(...args: string[]) {
  const run = await runBuiltCli(...args, '--json');
  expect(run).toMatchObject({ code: 0 });
  return JSON.parse(run.out);
}

test('an elevation model as LandXML holds the same volume in the same unit', async () => {
  const out = join(folder, 'dem.xml');
  await runJson('export', dem, '--out', out);
  const polygon = join(folder, 'inside.geojson');
  const corner = (x: number, y: number) => [500_000 + x, 4_000_000 + y];
  const ring = [corner(4, 4), corner(24, 4), corner(24, 22), corner(4, 22), corner(4, 4)];
  await writeFile(polygon, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  const measured = (surface: string) =>
    runJson('volume', '--surface', surface, '--plane', '90', '--polygon', polygon);
  const [before, after] = [await measured(dem), await measured(out)];
  expect(after.unit).toBe(before.unit);
  expect(after.net / before.net).toBeCloseTo(1, 3);
  expect(after.planArea).toBeCloseTo(before.planArea, 6);
});

test('triangles and contours of a surface as DXF', async () => {
  const out = join(folder, 'dem.dxf');
  await runJson('export', dem, '--out', out);
  const triangles = await readFile(out, 'latin1');
  expect(triangles.match(/^3DFACE\r?$/gm)!.length).toBeGreaterThan(50);
  expect(triangles).not.toMatch(/^(LW)?POLYLINE\r?$/m);
  await runJson('export', dem, '--out', out, '--interval', '0.5');
  const contours = await readFile(out, 'latin1');
  expect(contours).toMatch(/^(LW)?POLYLINE\r?$/m);
  expect(contours).not.toMatch(/^3DFACE\r?$/m);
});

const features = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2264' } },
  features: [
    {
      type: 'Feature',
      properties: { layer: 'Control', name: '7', code: 'MON' },
      geometry: { type: 'Point', coordinates: [500_003, 4_000_004, 101.5] },
    },
    {
      type: 'Feature',
      properties: { layer: 'Roads', width: 4 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [500_000, 4_000_000, 1],
          [500_010, 4_000_000, 2],
        ],
      },
    },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [20, 0],
            [20, 20],
            [0, 20],
            [0, 0],
          ],
          [
            [5, 5],
            [5, 8],
            [8, 8],
            [5, 5],
          ],
        ],
      },
    },
  ],
};

test('GeoJSON comes back as it went in, and its points as PNEZD', async () => {
  const input = join(folder, 'drawing.geojson');
  await writeFile(input, JSON.stringify(features));
  const [again, text] = [join(folder, 'again.geojson'), join(folder, 'points.txt')];
  expect(await runJson('export', input, '--out', again)).toMatchObject({
    features: 3,
    surfaces: 0,
    epsg: 2264,
  });
  const read = JSON.parse(await readFile(again, 'utf8'));
  expect(read.crs).toEqual(features.crs);
  expect(read.features.map((one: { geometry: unknown }) => one.geometry)).toEqual(
    features.features.map((one) => one.geometry),
  );
  expect(read.features[0].properties).toMatchObject({ layer: 'Control', name: '7', code: 'MON' });
  expect(read.features[1].properties).toMatchObject({ layer: 'Roads', width: 4 });

  await runJson('export', input, '--out', text);
  const { points } = readPointText(await readFile(text, 'utf8'), { name: text });
  expect(points).toEqual([
    { point: '7', northing: 4_000_004, easting: 500_003, elevation: 101.5, description: 'MON' },
  ]);
});

test('a drawing document is exported by its layers', async () => {
  const input = join(folder, 'drawing.json');
  const layer = { id: 'a', name: 'Kerbs', colour: '#ff0000', isVisible: true, rank: 1 };
  const feature = { id: 'f', kind: 'polyline', layerId: 'a', code: 'KB', name: '', rank: 1 };
  await writeFile(
    input,
    JSON.stringify({
      schemaVersion: 1,
      layers: [layer],
      features: [{ ...feature, coordinates: [0, 0, 1, 5, 0, 1, 5, 5, null] }],
    }),
  );
  const out = join(folder, 'drawing-out.geojson');
  expect(await runJson('export', input, '--out', out)).toMatchObject({ features: 1 });
  const read = JSON.parse(await readFile(out, 'utf8'));
  expect(read.features[0].properties).toMatchObject({ layer: 'Kerbs', code: 'KB', colour: '#ff0000' });
});

test('what cannot be exported is refused by name', async () => {
  const input = join(folder, 'metres.geojson');
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32617' } };
  await writeFile(input, JSON.stringify({ ...features, crs }));
  const mixed = await runBuiltCli('export', dem, input, '--out', join(folder, 'x.dxf'));
  expect(mixed).toMatchObject({ code: 1, error: expect.stringMatching(/metres\.geojson: .* differs/) });
  const local = join(folder, 'local.geojson');
  await writeFile(local, JSON.stringify({ ...features, crs: undefined }));
  const noUnit = await runBuiltCli('export', local, '--out', join(folder, 'x.xml'));
  expect(noUnit).toMatchObject({
    code: 1,
    error: expect.stringMatching(/needs coordinates in metres or feet/),
  });
  const ending = await runBuiltCli('export', input, '--out', join(folder, 'x.shp'));
  expect(ending).toMatchObject({ code: 2 });
  await writeFile(input, '{"type":"Point","coordinates":[1]}');
  const broken = await runBuiltCli('export', input, '--out', join(folder, 'x.dxf'));
  expect(broken).toMatchObject({
    code: 1,
    error: expect.stringMatching(/feature 1: a position is not two numbers/),
  });
});

test('a point file as GeoJSON keeps numbers, codes and heights, and its bad lines are named', async () => {
  const points = join(folder, 'points.csv');
  await writeFile(points, '1,5000.5,2000.25,100.5,TREE\n2,5001,2001,101,MH\nnonsense\n');
  const out = join(folder, 'points.geojson');
  const run = await runBuiltCli('export', points, '--out', out);
  expect(run).toMatchObject({ code: 0 });
  expect(run.error).toContain('line 3');
  const { features: written } = JSON.parse(await readFile(out, 'utf8'));
  expect(
    written.map((feature: { geometry: { coordinates: number[] } }) => feature.geometry.coordinates),
  ).toEqual([
    [2000.25, 5000.5, 100.5],
    [2001, 5001, 101],
  ]);
  expect(written[0].properties).toMatchObject({ name: '1', code: 'TREE' });
});
