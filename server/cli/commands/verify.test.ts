import { copyFile, cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollingPlaces, writeCloud } from '#tests/support/cloud-files.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder: string;
let products: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-verify-'));
  products = join(folder, 'products');
  const cloud = await writeCloud(join(folder, 'cloud.las'), rollingPlaces(60));
  const { code, error } = await runHere('process', cloud, '--out', products, '--crs', 'EPSG:32632');
  expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the products in which files may be changed. */
async function copyOfProducts(): Promise<string> {
  const copy = join(folder, `copy-${made++}`);
  await cp(products, copy, { recursive: true });
  return copy;
}

async function flip(path: string, share: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length * share)]! ^= 0x04;
  await writeFile(path, bytes);
}

async function verifyJson(...args: string[]) {
  const { code, out } = await runHere('verify', ...args, '--json');
  const { files } = JSON.parse(out) as {
    files: { file: string; kind: string | null; isAsMade: boolean; error: { code: string } | null }[];
  };
  return { code, files };
}

test('report.json holds what every product was found to hold', async () => {
  const {
    proofs,
    points,
    products: listed,
  } = JSON.parse(await readFile(join(products, 'report.json'), 'utf8'));
  for (const { path } of listed) expect(proofs[path].sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(proofs['point-cloud.copc.laz']).toMatchObject({ kind: 'points', count: points });
  expect(proofs['elevation-model.tif'].levels[0].bands[0].valid).toBeGreaterThan(100);
  expect(proofs['contours.geojson'].lines).toBe(proofs['contours.dxf'].lines);
  expect(proofs['contours.geojson'].length).toBe(proofs['contours.dxf'].length);
});

test('products are what they were when they were made, one by one or a folder of them', async () => {
  const all = await verifyJson(products);
  expect(all.code).toBe(0);
  expect(all.files.map(({ isAsMade }) => isAsMade)).not.toContain(false);
  expect(new Set(all.files.map(({ kind }) => kind))).toEqual(
    new Set(['points', 'raster', 'picture', 'lines']),
  );
  const { code, out, error } = await runHere('verify', join(products, 'point-cloud.copc.laz'));
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain('all 3,600 points');
});

test('products of a run that was taken over keep their proofs', async () => {
  const copy = await copyOfProducts();
  await rm(join(copy, '.plumbline', 'finished.json'));
  await rm(join(copy, 'contours.dxf'));
  const again = await runHere('process', join(folder, 'cloud.las'), '--out', copy, '--crs', 'EPSG:32632');
  expect(again.code).toBe(0);
  expect((await verifyJson(copy)).code).toBe(0);
});

describe('a changed file is found and the command fails', () => {
  test.each([
    ['point-cloud.copc.laz', 0.5, /^product\.(points-differ|unreadable|nodes-unsound)$/],
    ['elevation-model.tif', 0.5, /^product\.(pixels-differ|unreadable)$/],
    ['surface-model.tif', 0.8, /^product\.(pixels-differ|unreadable)$/],
    ['contours.geojson', 0.5, /^product\.(lines-differ|unreadable|bytes-differ)$/],
    ['contours.dxf', 0.001, /^product\.(unreadable|bytes-differ)$/],
    ['hillshade.png', 0.5, /^product\.(pixels-differ|unreadable)$/],
  ])('%s with a bit flipped', async (name, share, code) => {
    const copy = await copyOfProducts();
    await flip(join(copy, name), share);
    const found = await verifyJson(copy);
    expect(found.code).toBe(1);
    const failed = found.files.filter(({ isAsMade }) => !isAsMade);
    expect(failed.map(({ file }) => file)).toEqual([join(copy, name)]);
    expect(failed[0]!.error!.code).toMatch(code);
  });

  test.each([
    'point-cloud.copc.laz',
    'elevation-model.tif',
    'contours.geojson',
    'contours.dxf',
    'thumbnail.png',
  ])('%s with its end cut off', async (name) => {
    const copy = await copyOfProducts();
    const path = join(copy, name);
    await truncate(path, Math.floor((await readFile(path)).length * 0.97));
    const { code, error } = await runHere('verify', path);
    expect(code).toBe(1);
    expect(error).toContain(name);
  });

  test('two files that changed places', async () => {
    const copy = await copyOfProducts();
    const [elevation, surface] = ['elevation-model.tif', 'surface-model.tif'].map((name) => join(copy, name));
    await copyFile(join(products, 'surface-model.tif'), elevation!);
    await copyFile(join(products, 'elevation-model.tif'), surface!);
    const { code, files } = await verifyJson(elevation!, surface!);
    expect(code).toBe(1);
    expect(files.map(({ error }) => error!.code)).toEqual(['product.pixels-differ', 'product.pixels-differ']);
  });

  test('a header whose points are as they were', async () => {
    const copy = await copyOfProducts();
    const path = join(copy, 'point-cloud.copc.laz');
    const bytes = await readFile(path);
    bytes[26]! ^= 0x20;
    await writeFile(path, bytes);
    expect((await verifyJson(path)).files[0]!.error!.code).toBe('product.bytes-differ');
  });
});

describe.each(['las', 'laz', 'copc.laz', 'tif'])('a conversion to %s', (ending) => {
  let output: string;
  let report: string;
  beforeAll(async () => {
    output = join(folder, `converted.${ending}`);
    report = `${output}.json`;
    const source = ending === 'tif' ? join(products, 'elevation-model.tif') : join(folder, 'cloud.las');
    const { code, out } = await runHere('convert', source, output, '--json');
    expect(code).toBe(0);
    await writeFile(report, out);
  });

  test('is proved by the JSON that it printed', async () => {
    const { code, files } = await verifyJson(output, '--report', report);
    expect({ code, kind: files[0]!.kind }).toEqual({ code: 0, kind: ending === 'tif' ? 'raster' : 'points' });
  });

  test('with a bit flipped, or its end cut off, is found', async () => {
    const copy = join(folder, `flipped.${ending}`);
    await copyFile(output, copy);
    await flip(copy, 0.6);
    await writeFile(`${copy}.json`, (await readFile(report, 'utf8')).replaceAll('converted.', 'flipped.'));
    const flipped = await verifyJson(copy, '--report', `${copy}.json`);
    expect(flipped.files[0]!.error!.code).toMatch(
      /^product\.(points-differ|pixels-differ|unreadable|nodes-unsound)$/,
    );
    await truncate(output, Math.floor((await readFile(output)).length * 0.8));
    expect((await verifyJson(output, '--report', report)).files[0]!.error!.code).toMatch(/^product\./);
  });
});

describe('a report that commands add sums to', () => {
  let out: string;
  beforeAll(async () => {
    out = join(folder, 'written');
    await mkdir(join(out, 'lines'), { recursive: true });
    const [cloud, dem] = [join(folder, 'cloud.las'), join(products, 'elevation-model.tif')];
    const report = ['--report', join(out, 'proofs.json')];
    for (const args of [
      ['convert', cloud, join(out, 'cloud.copc.laz')],
      ['convert', dem, join(out, 'heights.tif')],
      ['contour', dem, '--interval', '1', '--out', join(out, 'lines', 'contours.dxf')],
      ['export', dem, '--interval', '1', '--out', join(out, 'lines', 'drawing.dxf')],
    ]) {
      const { code, error } = await runHere(...args, ...report);
      expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
    }
  }, 60_000);

  test('tells of each file, alone and as a folder', async () => {
    const { code, files } = await verifyJson(out);
    expect(code).toBe(0);
    expect(files.map(({ file, kind }) => [file, kind])).toEqual([
      [join(out, 'cloud.copc.laz'), 'points'],
      [join(out, 'heights.tif'), 'raster'],
      [join(out, 'lines', 'contours.dxf'), 'lines'],
      [join(out, 'lines', 'drawing.dxf'), 'bytes'],
    ]);
    expect((await verifyJson(join(out, 'lines', 'contours.dxf'))).code).toBe(0);
    await flip(join(out, 'lines', 'drawing.dxf'), 0.5);
    const changed = await verifyJson(join(out, 'lines', 'drawing.dxf'));
    expect(changed.files[0]!.error!.code).toBe('product.bytes-differ');
  });

  test('keeps what else it holds', async () => {
    const copy = await copyOfProducts();
    const report = join(copy, 'report.json');
    const before = JSON.parse(await readFile(report, 'utf8'));
    const laz = join(copy, 'further.laz');
    expect((await runHere('convert', join(folder, 'cloud.las'), laz, '--report', report)).code).toBe(0);
    const { proofs, ...rest } = JSON.parse(await readFile(report, 'utf8'));
    const { 'further.laz': added, ...earlier } = proofs;
    expect(added).toMatchObject({ kind: 'points', count: 3600 });
    expect({ ...rest, proofs: earlier }).toEqual(before);
    expect((await verifyJson(copy)).code).toBe(0);
  });

  test.each([
    ['another file', 'notes.json', 'no report of sums'],
    ['the output itself', 'new.laz', 'no report of sums'],
    ['a file in a folder that is not there', join('gone', 'proofs.json'), 'gone'],
  ])('is refused before any work where it is %s', async (_, name, words) => {
    await writeFile(join(out, 'notes.json'), '{"notes":["mine"]}');
    const [output, report] = [join(out, 'new.laz'), join(out, name)];
    const made = await runHere('convert', join(folder, 'cloud.las'), output, '--report', report);
    expect({ code: made.code, error: made.error }).toEqual({
      code: 1,
      error: expect.stringContaining(words),
    });
    await expect(readFile(output)).rejects.toThrow('ENOENT');
    expect(await readFile(join(out, 'notes.json'), 'utf8')).toBe('{"notes":["mine"]}');
  });
});

describe('sums that are not there are told', () => {
  test('no report', async () => {
    const path = join(folder, 'alone', 'cloud.copc.laz');
    await mkdir(join(folder, 'alone'));
    await copyFile(join(products, 'point-cloud.copc.laz'), path);
    const { code, files } = await verifyJson(path);
    expect({ code, error: files[0]!.error!.code }).toEqual({ code: 1, error: 'product.no-report' });
    const named = await verifyJson(path, '--report', join(products, 'report.json'));
    expect(named.files[0]!.error!.code).toBe('product.not-listed');
    const sameName = join(folder, 'alone', 'point-cloud.copc.laz');
    await copyFile(path, sameName);
    expect((await verifyJson(sameName, '--report', join(products, 'report.json'))).code).toBe(0);
  });

  test.each([
    ['without sums', '{"products":[]}'],
    ['with sums that are none', '{"proofs":{"cloud.copc.laz":{"kind":"points","sha256":"x","count":-1}}}'],
    ['that is no JSON', 'report'],
  ])('a report %s', async (_, text) => {
    const copy = await copyOfProducts();
    await writeFile(join(copy, 'report.json'), text);
    const { files } = await verifyJson(join(copy, 'point-cloud.copc.laz'));
    expect(files[0]!.error!.code).toBe('product.no-sums');
  });

  test('a file or a report that is not there', async () => {
    const { files } = await verifyJson(join(products, 'gone.tif'));
    expect(files[0]!.error!.code).toBe('product.not-listed');
    const gone = await verifyJson(
      join(products, 'elevation-model.tif'),
      '--report',
      join(folder, 'gone.json'),
    );
    expect(gone.files[0]!.error!.code).toBe('io.not-found');
  });
});
