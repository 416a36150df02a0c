import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runBuiltCli, runLimitedCli } from '../support/cli.ts';
import { rollingPlaces, writeCloud } from '../support/cloud-files.ts';
import { sampleLas } from '../support/las-fixture.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';
import { readLayers } from '../support/simulated-survey.ts';

const crs = ['--crs', 'EPSG:32617+5703'];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function readReport(out: string) {
  return JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
}

/** The one line that says what failed, behind any warnings. */
function lastLine(error: string): string {
  return error.trimEnd().split('\n').at(-1)!;
}

test.each([
  ['one point', [[5, 5, 1]]],
  [
    'two points',
    [
      [5, 5, 1],
      [9, 2, 3],
    ],
  ],
  ['points on a line', Array.from({ length: 200 }, (_, k) => [k, 2 * k, k / 10])],
  ['points at one place', Array.from({ length: 200 }, () => [5, 5, 1])],
] as [string, [number, number, number][]][])(
  'a cloud of %s becomes a point cloud; surfaces are refused by name',
  async (_, places) => {
    const folder = await createFolder();
    const input = await writeCloud(join(folder, 'in.las'), places);
    const out = join(folder, 'out');
    const run = await runBuiltCli('process', input, '--out', out, ...crs);
    expect(run.code).toBe(1);
    expect(lastLine(run.error)).toMatch(/in\.las: (1 ground point is|\d+ ground points are) too few/);
    expect(await readReport(out)).toMatchObject({
      points: places.length,
      products: [{ name: 'lidar_point_cloud' }],
      failures: [{ code: 'process.no-ground' }],
    });
    const told = JSON.parse((await runBuiltCli('info', '--json', join(out, 'point-cloud.copc.laz'))).out);
    expect(told).toMatchObject({ copc: true, pointCount: places.length });
  },
);

test('absurd bounds in the header are reported and found anew', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(40));
  const bytes = await readFile(input);
  bytes.writeDoubleLE(Number.NaN, 179);
  bytes.writeDoubleLE(-1e300, 187);
  await writeFile(input, bytes);
  const out = join(folder, 'out');
  const run = await runBuiltCli('process', input, '--out', out, ...crs);
  expect(run).toMatchObject({ code: 0 });
  const report = await readReport(out);
  expect(report.warnings).toContainEqual(expect.objectContaining({ code: 'las.bounds' }));
  expect(report).toMatchObject({ min: [500_000, 4_000_000, expect.any(Number)] });
  expect(report.max.slice(0, 2)).toEqual([500_019.5, 4_000_019.5]);
});

test('a file cut short is refused, and processed as far as it goes where that is wanted, with a warning', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(60));
  await writeFile(input, (await readFile(input)).subarray(0, 375 + 30 * 3000 + 11));
  const out = join(folder, 'out');
  const refused = await runBuiltCli('process', input, '--out', out, ...crs);
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/3000 of 3600 points/) });
  const run = await runBuiltCli('process', input, '--out', out, ...crs, '--accept-truncated');
  expect(run).toMatchObject({ code: 0, error: expect.stringMatching(/3000/) });
  expect(await readReport(out)).toMatchObject({ points: 3000, inputs: [{ points: 3000 }] });
});

test('without a coordinate system the person is asked for --crs', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(10));
  const run = await runBuiltCli('process', input, '--out', join(folder, 'out'));
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(lastLine(run.error)).toMatch(/in\.las: .*--crs/);
});

test.each([
  ['geographic', 'EPSG:4326'],
  ['geocentric', 'EPSG:4978'],
])('in %s coordinates the point cloud is made and surfaces are refused', async (_, system) => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(20));
  const out = join(folder, 'out');
  const run = await runBuiltCli('process', input, '--out', out, '--crs', system);
  expect(run.code).toBe(1);
  expect(lastLine(run.error)).toMatch(/not in a plane/);
  expect(await readReport(out)).toMatchObject({
    products: [{ name: 'lidar_point_cloud' }],
    failures: [{ code: 'process.not-projected' }],
  });
});

test('files that do not belong together are refused', async () => {
  const folder = await createFolder();
  const [first, second] = [join(folder, 'a.las'), join(folder, 'b.las')];
  await writeCloud(first, rollingPlaces(10));
  await writeCloud(second, rollingPlaces(10));
  const out = join(folder, 'out');
  const prj = async (path: string, epsg: string) => {
    const target = path.replace('.las', '.laz');
    await runBuiltCli('convert', path, target, '--crs', epsg);
    return target;
  };
  const metres = await prj(first, 'EPSG:32617');
  const otherZone = await prj(second, 'EPSG:32618');
  const zones = await runBuiltCli('process', metres, otherZone, '--out', out);
  expect(lastLine(zones.error)).toMatch(/b\.laz: its coordinate system .* differs/);
  const feet = await prj(second, 'EPSG:2264');
  const units = await runBuiltCli('process', metres, feet, '--out', out);
  expect(lastLine(units.error)).toMatch(/b\.laz: its units .* differ/);
  const types = await runBuiltCli('process', metres, second, '--out', out, ...crs);
  expect(lastLine(types.error)).toMatch(/b\.las: it is a las file and .*a\.laz a laz file/);
  for (const run of [zones, units, types]) expect(run).toMatchObject({ code: 1, out: '' });
});

/** World coordinates and class of every point of a file, in an order of their own. */
async function placesOf(path: string): Promise<string[]> {
  const told = JSON.parse((await runBuiltCli('info', '--json', path)).out);
  const places: string[] = [];
  for await (const { count, xyz, classification } of readLayers(path, ['xyz', 'classification'])) {
    for (let k = 0; k < count; k++) {
      const world = [0, 1, 2].map((axis) => xyz![3 * k + axis]! * told.scale[axis] + told.offset[axis]);
      places.push(`${world.map((value) => value.toFixed(3)).join(' ')} ${classification![k]}`);
    }
  }
  return places.sort();
}

test('files of different formats and scales become one cloud with every point where it was', async () => {
  const folder = await createFolder();
  const [first, second] = [join(folder, 'a.las'), join(folder, 'b.las')];
  await writeFile(first, await sampleLas(6, 5000));
  const quantisation = { scale: [0.005, 0.005, 0.001], offset: [500_200, 4_000_100, 90] } as const;
  await writeFile(second, await sampleLas(3, 4000, { quantisation, versionMinor: 2 }));
  const out = join(folder, 'out');
  await runBuiltCli('process', first, second, '--out', out, ...crs, '--classify', 'never');
  const cloud = join(out, 'point-cloud.copc.laz');
  expect(await readReport(out)).toMatchObject({ points: 9000, inputs: [{ points: 5000 }, { points: 4000 }] });
  expect(JSON.parse((await runBuiltCli('info', '--json', cloud)).out)).toMatchObject({ pointFormat: 7 });
  const expected = [...(await placesOf(first)), ...(await placesOf(second))].sort();
  expect(await placesOf(cloud)).toEqual(expected);
});

test('a compressed file cut short is refused, and processed as far as its chunks are whole where that is wanted', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(300));
  const cut = join(folder, 'cut.laz');
  await runBuiltCli('convert', input, cut);
  await writeFile(cut, (await readFile(cut)).subarray(0, -1000));
  const out = join(folder, 'out');
  const args = ['process', cut, '--out', out, ...crs, '--resolution', '2'];
  expect(await runBuiltCli(...args)).toMatchObject({ code: 1, out: '' });
  const run = await runBuiltCli(...args, '--accept-truncated');
  expect(run).toMatchObject({
    code: 0,
    error: expect.stringMatching(/claims 90000 points, the file holds 50000/),
  });
  expect(await readReport(out)).toMatchObject({ points: 50_000, inputs: [{ points: 50_000 }] });
  const kept = await placesOf(join(out, 'point-cloud.copc.laz'));
  const all = new Set((await placesOf(input)).map((place) => place.replace(/ \d+$/, '')));
  expect(kept.every((place) => all.has(place.replace(/ \d+$/, '')))).toBe(true);
});

test('a compressed file without a whole chunk is refused by name and leaves no product', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(60));
  const cut = join(folder, 'cut.laz');
  await runBuiltCli('convert', input, cut);
  await writeFile(cut, (await readFile(cut)).subarray(0, -1000));
  const out = join(folder, 'out');
  const run = await runBuiltCli('process', cut, '--out', out, ...crs);
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(lastLine(run.error)).toMatch(/cut\.laz: .*chunk/);
  expect(await readdir(out)).toEqual(['.plumbline']);
});

test('an output folder that is a file, or inside one, is refused', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(10));
  for (const out of [input, join(input, 'out')]) {
    const run = await runBuiltCli('process', input, '--out', out, ...crs);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(lastLine(run.error)).toMatch(/the output folder cannot be made/);
  }
});

test('an input that a product would replace is refused', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(20));
  const out = join(folder, 'out');
  await runBuiltCli('process', input, '--out', out, ...crs);
  const cloud = join(out, 'point-cloud.copc.laz');
  const before = await readFile(cloud);
  const run = await runBuiltCli('process', cloud, '--out', out);
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(lastLine(run.error)).toMatch(/would be replaced/);
  expect((await readFile(cloud)).equals(before)).toBe(true);
});

test('a cell that makes no sense is wrong usage', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(10));
  const run = await runBuiltCli('process', input, '--out', join(folder, 'out'), ...crs, '--resolution', '-1');
  expect(run).toMatchObject({ code: 2, out: '' });
  const huge = await runBuiltCli(
    'process',
    input,
    '--out',
    join(folder, 'out'),
    ...crs,
    '--resolution',
    '1e-7',
  );
  expect(huge).toMatchObject({ code: 1, out: '' });
  expect(lastLine(huge.error)).toMatch(/cells/);
});

test.skipIf(process.platform === 'win32')('a full disk is one line, and older products stay', async () => {
  const folder = await createFolder();
  const input = await writeCloud(join(folder, 'in.las'), rollingPlaces(120));
  const out = join(folder, 'out');
  expect(await runBuiltCli('process', input, '--out', out, ...crs)).toMatchObject({ code: 0 });
  const products = (await readdir(out)).filter((name) => name !== '.plumbline').sort();
  const before = await Promise.all(products.map((name) => readFile(join(out, name))));
  const run = await runLimitedCli(300, 'process', input, '--out', out, ...crs, '--resolution', '0.5');
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(lastLine(run.error)).toMatch(/the disk is full/);
  expect((await readdir(out)).filter((name) => name !== '.plumbline').sort()).toEqual(products);
  const after = await Promise.all(products.map((name) => readFile(join(out, name))));
  expect(after.every((bytes, index) => bytes.equals(before[index]!))).toBe(true);
  expect(await runBuiltCli('process', input, '--out', out, ...crs)).toMatchObject({ code: 0 });
});

describeWithShared('plumbline process', () => {
  test.each([
    ['lidR/Megaplot.laz', 0],
    ['libLAS/certainty3d-color-utm-feet-navd88.las', 0],
    ['las-rs/autzen.copc.laz', 0],
    ['lidR/MixedConifer.laz', 0],
    ['lidR/Topography.laz', 0],
    ['lasR/bcts_1.laz', 0],
    ['laspy/plane.laz', 0],
    ['copcjs/ellipsoid-1.4.laz', 0],
    ['pdal/autzen-bmx-2023.las', 0],
    ['pdal/autzen-dd.las', 1],
    ['pdal/lone-star.copc.laz', 1],
    ['lidR/dbh.laz', 1],
    ['laspy/fullwave.laz', 1],
    ['lasR/extra_byte.las', 1],
  ])('%s ends with exit code %i and a whole answer', async (name, code) => {
    const out = join(await createFolder(), 'out');
    await mkdir(out);
    const run = await runBuiltCli('process', sharedData(`las/${name}`), '--out', out, '--json');
    expect(run).toMatchObject({ code });
    if (code === 1) {
      expect(lastLine(run.error)).toMatch(/^.+: .+; .+/);
      return;
    }
    const report = JSON.parse(run.out);
    expect(report.products.map((product: { name: string }) => product.name)).toEqual([
      'lidar_point_cloud',
      'digital_elevation_model',
      'surface_model',
      'contour_map',
    ]);
    for (const { path, bytes } of report.products) {
      expect((await readFile(join(out, path))).byteLength).toBe(bytes);
    }
    const stored = report.density.counts.reduce((sum: number, count: number) => sum + count, 0);
    expect(stored).toBe(report.points);
  });
});
