import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { gridOfPoints, writeGroundCloud } from '#tests/support/ground-cloud.ts';
import { runHere } from '#tests/support/run-cli.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-measures-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Dem {
  readonly geotransform: GeoTransform;
  readonly crs: string;
  readonly size?: number;
  readonly height?: (x: number, y: number) => number;
}

async function writeDem(name: string, { geotransform, crs, size = 60, height = () => 10 }: Dem) {
  const { definition } = await readCrs([{ source: 'user', payload: crs }]);
  const [x0, a, b, y0, c, d] = geotransform;
  const samples = Float32Array.from({ length: size * size }, (_, i) => {
    const [column, row] = [(i % size) + 0.5, Math.floor(i / size) + 0.5];
    return height(x0 + a * column + b * row, y0 + c * column + d * row);
  });
  const spec = {
    width: size,
    height: size,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    nodata: -9999,
    geotransform,
    geoKeys: geoKeysFor(definition!),
  } as const;
  const path = join(folder, name);
  await writeFile(path, (await writeCog(spec, { samples })).bytes);
  return path;
}

async function writeSquare(name: string, x: number, y: number, side: number, epsg?: number) {
  const ring = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
  const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } };
  const path = join(folder, name);
  const geometry = { type: 'Polygon', coordinates: [ring] };
  await writeFile(path, JSON.stringify({ ...geometry, ...(epsg ? { crs } : {}) }));
  return path;
}

async function measured(...args: string[]) {
  const { out, error } = await runHere('volume', ...args, '--json');
  expect(error).toBe('');
  return JSON.parse(out);
}

const codes = ({ warnings }: { warnings: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code);

describe('volumes on the ground', () => {
  it('are those of the place in Web Mercator, with the grid values beside them', async () => {
    // 60 degrees north: a length of the map is twice that of the ground
    const north = 8_399_737.89;
    const geotransform = [999_900, 4, 0, north + 120, 0, -4] as const;
    const dem = await writeDem('mercator.tif', { geotransform, crs: 'EPSG:3857' });
    const square = await writeSquare('mercator.geojson', 999_950, north - 50, 100);
    const found = await measured(dem, '--plane', '9', '--polygon', square);
    expect(found.grid).toMatchObject({ planArea: expect.closeTo(10_000, 5), cut: expect.closeTo(10_000, 2) });
    expect(found.planArea / 2508.4).toBeCloseTo(1, 4);
    expect(found.cut).toBeCloseTo(found.planArea, 4);
    expect(found.groundScale.combinedScaleFactor).toBeCloseTo(1.9966, 3);
    const text = (await runHere('volume', dem, '--plane', '9', '--polygon', square)).out;
    expect(text).toContain('combined scale factor 1.996');
  });

  it('are the same whatever the system, for rasters and points', async () => {
    const areas = [];
    for (const [epsg, x, y] of [
      [32632, 500_000, 5_300_000],
      [25832, 500_000, 5_300_000],
    ] as const) {
      const geotransform = [x, 1, 0, y + 60, 0, -1] as const;
      const dem = await writeDem(`utm${epsg}.tif`, { geotransform, crs: `EPSG:${epsg}` });
      areas.push((await measured(dem, '--plane', '9')).planArea);
      const points = gridOfPoints(60, 60, () => 10, [x, y]);
      const cloud = await writeGroundCloud(join(folder, `utm${epsg}.las`), points, { crs: `EPSG:${epsg}` });
      areas.push((await measured(cloud, '--plane', '9')).planArea);
    }
    for (const area of areas) expect(area).toBeCloseTo(3600 / 0.9996 ** 2, 1);
  });

  it('have no grid values beside them in a local grid', async () => {
    const cloud = await writeGroundCloud(
      join(folder, 'site.las'),
      gridOfPoints(10, 10, () => 1),
    );
    const found = await measured(cloud, '--plane', '0');
    expect(found).toMatchObject({ groundScale: null, grid: null, planArea: 100 });
  });
});

describe('rotated rasters and other cells than squares', () => {
  const heap = (x: number, y: number) => 100 + Math.max(0, 10 - Math.hypot(x - 500_100, y - 5_300_000) / 2);
  const cone = (Math.PI * 20 ** 2 * 10) / 3 / 0.9996 ** 2;
  const turned = (degrees: number, width: number, height: number): GeoTransform => {
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const [a, b, d] = [width * c, height * s, width * s];
    const [cx, cy] = [100, 100];
    return [500_100 - a * cx - b * cy, a, b, 5_300_000 - d * cx + height * c * cy, d, -height * c];
  };

  it.each([
    ['square, north up', turned(0, 0.5, 0.5)],
    ['turned by 30°', turned(30, 0.5, 0.5)],
    ['not square', turned(0, 0.4, 0.6)],
    ['turned and not square', turned(-50, 0.4, 0.6)],
    ['south up', [500_050, 0.5, 0, 5_299_950, 0, 0.5] as const],
    ['turned and mirrored', [500_100 + 50 / Math.SQRT1_2, -0.5, 0, 5_299_950, 0, 0.5] as const],
  ])('%s: measured as they lie', async (_, geotransform) => {
    const dem = await writeDem('turned.tif', { geotransform, crs: 'EPSG:32632', size: 200, height: heap });
    const square = await writeSquare('turned.geojson', 500_075, 5_299_975, 50);
    const found = await measured(dem, '--plane', '100', '--polygon', square);
    expect(found.cut / cone).toBeCloseTo(1, 2);
    expect(found.planArea).toBeCloseTo(2500 / 0.9996 ** 2, 0);
    expect(found.missingArea).toBe(0);
    const steep = Math.sqrt(1 + 1 / 4) * Math.PI * 400 - Math.PI * 400;
    expect((found.surfaceArea - found.planArea) / steep).toBeCloseTo(1, 1);
  });

  it('are compared with rasters that lie otherwise, and with points', async () => {
    const height = (x: number, y: number) => 100 + (x - 500_100) / 10 + (y - 5_300_000) / 20;
    const dem = (name: string, geotransform: GeoTransform, by: number) =>
      writeDem(name, { geotransform, crs: 'EPSG:32632', size: 200, height: (x, y) => height(x, y) + by });
    const above = await dem('above.tif', turned(25, 0.5, 0.5), 2);
    const below = await dem('below.tif', turned(0, 0.6, 0.6), 0);
    const square = await writeSquare('compared.geojson', 500_090, 5_299_990, 20);
    const points = gridOfPoints(60, 60, (x, y) => height(500_070 + x, 5_299_970 + y), [500_070, 5_299_970]);
    const cloud = await writeGroundCloud(join(folder, 'below.las'), points, { crs: 'EPSG:32632' });
    for (const other of [below, cloud]) {
      const found = await measured(above, '--against', other, '--polygon', square);
      expect(found.grid.cut).toBeCloseTo(800, 1);
      const back = await measured(other, '--against', above, '--polygon', square);
      expect(back.grid.fill).toBeCloseTo(800, 1);
    }
  });

  it('are exported with every vertex on the surface, turned or not square', async () => {
    const height = (x: number, y: number) => 100 + (x - 500_100) / 10 + (y - 5_300_000) / 20;
    for (const [name, geotransform] of [
      ['turned', turned(30, 0.5, 0.5)],
      ['narrow', turned(-50, 0.4, 0.6)],
    ] as const) {
      const dem = await writeDem(`${name}.tif`, { geotransform, crs: 'EPSG:32632', size: 40, height });
      const out = join(folder, `${name}.txt`);
      expect((await runHere('export', dem, '--vertices', '--out', out)).code).toBe(0);
      const rows = (await readFile(out, 'utf8')).trimEnd().split('\r\n');
      expect(rows.length).toBeGreaterThanOrEqual(40 * 40);
      const errors = rows.map((row) => {
        const [, north, east, up] = row.split(',').map(Number);
        return Math.abs(up! - height(east!, north!));
      });
      expect(maxOf(errors)).toBeLessThan(1e-3);
    }
  });

  it('have contours in the coordinates of their system', async () => {
    const dem = await writeDem('rings.tif', {
      ...{ geotransform: turned(30, 0.5, 0.5), crs: 'EPSG:32632', size: 200, height: heap },
    });
    const out = join(folder, 'rings.geojson');
    await runHere('contour', dem, '--interval', '2', '--base', '101', '--out', out);
    const { features } = JSON.parse(await readFile(out, 'utf8'));
    expect(features).toHaveLength(5);
    for (const { properties, geometry } of features) {
      for (const [x, y] of geometry.coordinates) {
        const radius = Math.hypot(x - 500_100, y - 5_300_000);
        expect(Math.abs(radius - 2 * (110 - properties.elevation))).toBeLessThan(0.4);
      }
    }
  });
});

describe('systems of what is measured together', () => {
  const geotransform = [500_000, 1, 0, 5_300_060, 0, -1] as const;

  it('a polygon of another zone is transformed, and said to be', async () => {
    const dem = await writeDem('zone32.tif', { geotransform, crs: 'EPSG:32632' });
    const own = await readCrs([{ source: 'user', payload: 'EPSG:32632' }]);
    const other = await readCrs([{ source: 'user', payload: 'EPSG:32633' }]);
    const { point } = createTransform(own.definition!, other.definition!);
    const ring = [
      [500_010, 5_300_010],
      [500_040, 5_300_010],
      [500_010, 5_300_040],
    ].map((place) => point(place));
    const path = join(folder, 'zone33.geojson');
    const crs = { type: 'name', properties: { name: 'EPSG:32633' } };
    await writeFile(path, JSON.stringify({ type: 'Polygon', crs, coordinates: [[...ring, ring[0]]] }));
    const found = await measured(dem, '--plane', '9', '--polygon', path);
    expect(found.grid.planArea).toBeCloseTo(450, 2);
    expect(codes(found)).toContain('geometry.polygon-transformed');
    const stated = await writeSquare('stated.geojson', 500_010, 5_300_010, 20, 32633);
    expect((await runHere('volume', dem, '--plane', '9', '--polygon', stated)).code).toBe(1);
  });

  it('surfaces of two systems are refused, and one without a system is said to be taken', async () => {
    const dem = await writeDem('one.tif', { geotransform, crs: 'EPSG:32632' });
    const other = await writeDem('other.tif', { geotransform, crs: 'EPSG:32633' });
    const refused = await runHere('volume', dem, '--against', other);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain('EPSG:32633'.replace('EPSG:326', 'zone '));
    const points = gridOfPoints(60, 60, () => 9, [500_000, 5_300_000]);
    const cloud = await writeGroundCloud(join(folder, 'unknown.las'), points, { crs: null });
    expect(codes(await measured(dem, '--against', cloud))).toContain('geometry.system-unknown');
  });

  it('coordinates that look like degrees are asked about', async () => {
    const points = gridOfPoints(10, 10, () => 3).map(({ x, y, z }) => ({
      ...{ x: -105 + (x - 1000) / 1e4, y: 40 + (y - 2000) / 1e4, z },
    }));
    const cloud = await writeGroundCloud(join(folder, 'degrees.las'), points, { crs: null, scale: 1e-7 });
    for (const args of [
      ['volume', cloud, '--plane', '0'],
      ['contour', cloud, '-i', '1', '-o', join(folder, 'd.dxf')],
    ]) {
      const { code, out, error } = await runHere(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(error).toContain('degrees');
    }
  });

  it('a vertical unit that nobody states is said to be assumed', async () => {
    const dem = await writeDem('unit.tif', { geotransform, crs: 'EPSG:32632' });
    expect(codes(await measured(dem, '--plane', '9'))).toContain('process.vertical-unit-assumed');
    const stated = await writeDem('stated.tif', { geotransform, crs: 'EPSG:32632+5703' });
    expect(codes(await measured(stated, '--plane', '9'))).not.toContain('process.vertical-unit-assumed');
  });
});
