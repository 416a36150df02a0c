import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { writeLandXml } from '#domain/formats/landxml/write-surface.ts';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { gridToTin } from '#domain/geometry/grid/grid-surface.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { runCli } from '../main.ts';

let folder = '';

async function run(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const streams = {
    writeOut: (text: string) => void out.push(text),
    writeError: (text: string) => void error.push(text),
    isErrorTerminal: false,
  };
  const code = await runCli(args, streams, new AbortController().signal);
  return { code, out: out.join(''), error: error.join('') };
}

async function runJson(...args: string[]) {
  const { code, out, error } = await run(...args, '--json');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

/** Heights of a heap: a cone of radius 20 and height 10 in the middle of level ground at 100. */
function createHeap(): Grid {
  const grid = createGrid({ width: 101, height: 101, originX: 500_000, originY: 4_000_100, cellSize: 1 });
  for (let i = 0; i < grid.values.length; i++) {
    const distance = Math.hypot((i % 101) - 50, Math.floor(i / 101) - 50);
    grid.values[i] = 100 + Math.max(0, 10 - distance / 2);
  }
  return grid;
}

const coneVolume = (Math.PI * 20 ** 2 * 10) / 3;

async function writeDem(
  name: string,
  grid: Grid,
  crs: string,
  facts: Pick<CogSpec, 'pointSpacing'> = {},
): Promise<string> {
  const { definition } = await readCrs([{ source: 'user', payload: crs }]);
  const { width, height, originX, originY, cellSize } = grid;
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [originX - cellSize / 2, cellSize, 0, originY + cellSize / 2, 0, -cellSize],
    geoKeys: geoKeysFor(definition!),
    nodata: -9999,
    ...facts,
  } as const;
  const samples = grid.values.map((z) => (Number.isNaN(z) ? -9999 : z));
  const path = join(folder, name);
  await writeFile(path, (await writeCog(spec, { samples })).bytes);
  return path;
}

async function writePolygon(name: string, ring: readonly (readonly number[])[]): Promise<string> {
  const path = join(folder, name);
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  await writeFile(path, JSON.stringify({ type: 'Feature', properties: {}, geometry }));
  return path;
}

async function writeTin(name: string, grid: Grid, unit: 'meter' | 'foot'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, [...writeLandXml(gridToTin(grid), { name, unit, date: new Date(0) })].join(''));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-volume-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('plumbline volume', () => {
  const around = [
    [500_020, 4_000_020],
    [500_080, 4_000_020],
    [500_080, 4_000_080],
    [500_020, 4_000_080],
  ];

  it('asks about a mark of missing heights that nothing declares, and takes the answer', async () => {
    const spec = {
      width: 22,
      height: 22,
      bands: 1,
      sampleType: 'uint16',
      colour: 'gray',
      geotransform: [500_000, 1, 0, 4_000_100, 0, -1],
      geoKeys: geoKeysFor((await readCrs([{ source: 'user', payload: 'EPSG:32632' }])).definition!),
      nodata: null,
    } as const;
    const samples = Uint16Array.from({ length: 484 }, (_, cell) => {
      const [x, y] = [cell % 22, Math.floor(cell / 22)];
      return x === 0 || y === 0 || x === 21 || y === 21 ? 65_535 : 101;
    });
    const dem = join(folder, 'framed.tif');
    await writeFile(dem, (await writeCog(spec, { samples })).bytes);
    const asked = await run('volume', '--surface', dem, '--plane', '100');
    expect(asked.code).toBe(1);
    expect(asked.error).toMatch(/84 .*65535.*--nodata/);
    const answered = await run('volume', '--surface', dem, '--plane', '100', '--nodata', '65535', '--json');
    expect(JSON.parse(answered.out).grid?.cut ?? JSON.parse(answered.out).cut).toBeCloseTo(400, 0);
    const kept = await run('volume', '--surface', dem, '--plane', '100', '--nodata', 'none', '--json');
    expect(JSON.parse(kept.out).cut).toBeGreaterThan(1e6);
    expect((await run('volume', '--surface', dem, '--plane', '100', '--nodata', 'x')).code).toBe(2);
  });

  it('measures a heap alike as LandXML and as GeoTIFF', async () => {
    const tin = await writeTin('heap.xml', createHeap(), 'meter');
    const dem = await writeDem('heap.tif', createHeap(), 'EPSG:32632');
    for (const surface of [tin, dem]) {
      const found = await runJson('volume', '--surface', surface, '--plane', '100');
      expect(Math.abs(found.cut / coneVolume - 1)).toBeLessThan(0.01);
      expect(found).toMatchObject({
        fill: 0,
        unit: 'm³',
        linearUnit: { metres: 1 },
        base: { kind: 'plane', elevation: 100 },
      });
      expect(found.net).toBe(found.cut);
      expect(found.signConvention).toMatch(/^cut: .*above.*fill: below; net = cut − fill$/);
      const { planArea, systematicSigma, noiseSigma, correlationArea, k } = found.uncertaintyInputs;
      expect(k).toBe(2);
      expect(found.uncertainty).toBeCloseTo(
        2 * planArea * Math.sqrt(systematicSigma ** 2 + (noiseSigma ** 2 * correlationArea) / planArea),
        6,
      );
    }
  });

  it('tells over what area noise is averaged: a cell, or the points that a raster comes from', async () => {
    const heap = createHeap();
    const own = await writeDem('own.tif', heap, 'EPSG:32632');
    const told = await writeDem('told.tif', heap, 'EPSG:32632', { pointSpacing: 3 });
    const inputs = async (dem: string) =>
      (await runJson('volume', '--surface', dem, '--plane', '100')).uncertaintyInputs;
    const [cell, points] = [await inputs(own), await inputs(told)];
    expect(cell.correlationSource).toBe('cell');
    expect(cell.correlationArea).toBeCloseTo(1, 2);
    expect(points.correlationSource).toBe('points');
    expect(points.correlationArea).toBeCloseTo(18, 1);
    const text = await run('volume', '--surface', told, '--plane', '100');
    expect(text.out).toMatch(/c = 18\.\d+ m² \(twice the area that a point stands for\)/);
  });

  it.each(['lowest', 'highest', 'average', 'best-fit', 'triangulated'])(
    'takes the %s base of a polygon',
    async (base) => {
      const polygon = await writePolygon('around.geojson', around);
      for (const surface of [join(folder, 'heap.xml'), join(folder, 'heap.tif')]) {
        const found = await runJson('volume', '--surface', surface, '--base', base, '--polygon', polygon);
        expect((found.grid ?? found).planArea).toBeCloseTo(3600, 6);
        expect(found.missingArea).toBe(0);
        expect(Math.abs(found.cut / coneVolume - 1)).toBeLessThan(0.01);
      }
    },
  );

  it('measures against a custom elevation, and tells the area without elevations', async () => {
    const polygon = await writePolygon('edge.geojson', [
      [499_990, 4_000_010],
      [500_010, 4_000_010],
      [500_010, 4_000_020],
      [499_990, 4_000_020],
    ]);
    const args = ['--base', 'custom', '--elevation', '99', '--polygon', polygon, '--sigma', '0.05'];
    const found = await runJson('volume', '--surface', join(folder, 'heap.xml'), ...args);
    for (const key of ['planArea', 'cut', 'missingArea']) expect(found[key]).toBeCloseTo(100, 9);
    expect(found.fill).toBe(0);
    expect(found.uncertainty).toBeCloseTo(2 * 100 * 0.05, 9);
    expect(found.warnings.map(({ code }: { code: string }) => code)).toEqual(['geometry.area-missing']);
  });

  it('measures against another surface, inside a polygon or not, whatever the formats', async () => {
    const flat = createHeap();
    flat.values.fill(100);
    const others = [
      await writeTin('flat.xml', flat, 'meter'),
      await writeDem('flat.tif', flat, 'EPSG:32632'),
    ];
    for (const surface of [join(folder, 'heap.xml'), join(folder, 'heap.tif')]) {
      for (const other of others) {
        const whole = await runJson('volume', '--surface', surface, '--against', other);
        expect(Math.abs(whole.cut / coneVolume - 1)).toBeLessThan(0.01);
        const half = await writePolygon('half.geojson', [
          [500_000.5, 4_000_010],
          [500_050, 4_000_010],
          [500_050, 4_000_090],
          [500_000.5, 4_000_090],
        ]);
        const part = await runJson('volume', '--surface', surface, '--against', other, '--polygon', half);
        expect(Math.abs((2 * part.cut) / coneVolume - 1)).toBeLessThan(0.01);
        expect((part.grid ?? part).planArea).toBeCloseTo(49.5 * 80, 6);
      }
    }
  });

  it('says that volumes are in the linear unit cubed where the file declares another', async () => {
    const path = await writeTin('yards.xml', createHeap(), 'foot');
    await writeFile(path, readFileSync(path, 'utf8').replace('cubicFeet', 'cubicYard'));
    const found = await runJson('volume', '--surface', path, '--plane', '100');
    expect(found.unit).toBe('ft³');
    expect(found.warnings[0].message).toContain('cubicYard');
  });

  it('refuses a surface in degrees, other units, and no overlap by typed errors', async () => {
    const degrees = await writeDem('degrees.tif', createHeap(), 'EPSG:4326');
    const first = await run('volume', '--surface', degrees, '--plane', '0');
    expect(first).toMatchObject({ code: 1, out: '' });
    expect(first.error).toContain('degree');
    const feet = await writeTin('feet.xml', createHeap(), 'foot');
    const second = await run('volume', '--surface', join(folder, 'heap.xml'), '--against', feet);
    expect(second.code).toBe(1);
    const away = await writePolygon('away.geojson', [
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    const third = await run(
      'volume',
      '--surface',
      join(folder, 'heap.xml'),
      '--plane',
      '0',
      '--polygon',
      away,
    );
    expect(third.code).toBe(1);
    expect(third.error.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [['volume']],
    [['volume', '--surface', 'a.xml']],
    [['volume', '--surface', 'a.xml', '--plane', '1', '--base', 'lowest']],
    [['volume', '--surface', 'a.xml', '--base', 'lowest']],
    [['volume', '--surface', 'a.xml', '--base', 'custom', '--polygon', 'p.geojson']],
    [['volume', '--surface', 'a.xml', '--base', 'middle']],
    [['contour', 'a.tif', '--out', 'b.geojson']],
    [['contour', 'a.tif', '--interval', '1', '--out', 'b.pdf']],
  ])('calls %j wrong usage', async (args) => {
    const { code, error } = await run(...args);
    expect(code).toBe(2);
    expect(error.trim().split('\n')).toHaveLength(1);
  });
});

describe('plumbline contour', () => {
  it('writes rings around the heap as GeoJSON in the coordinates of the surface', async () => {
    const out = join(folder, 'heap.geojson');
    const dem = await writeDem('rings.tif', createHeap(), 'EPSG:32632');
    const told = await runJson('contour', dem, '--interval', '2', '--base', '101', '--out', out);
    expect(told).toMatchObject({ lines: 5, levels: [101, 103, 105, 107, 109], epsg: 32632 });
    const { features, crs } = JSON.parse(readFileSync(out, 'utf8'));
    expect(crs.properties.name).toBe('urn:ogc:def:crs:EPSG::32632');
    for (const { properties, geometry } of features) {
      const radius = 2 * (110 - properties.elevation);
      expect(geometry.coordinates[0]).toEqual(geometry.coordinates.at(-1));
      for (const [x, y, z] of geometry.coordinates) {
        expect(z).toBe(properties.elevation);
        expect(Math.abs(Math.hypot(x - 500_050, y - 4_000_050) - radius)).toBeLessThan(0.3);
      }
    }
  });

  it('smooths on request and writes DXF', async () => {
    const dem = join(folder, 'rings.tif');
    const plain = await runJson('contour', dem, '-i', '1', '-o', join(folder, 'plain.dxf'));
    const smooth = await runJson(
      'contour',
      dem,
      '-i',
      '1',
      '--smoothing',
      'medium',
      '-o',
      join(folder, 'smooth.dxf'),
    );
    expect(smooth.vertices).toBeGreaterThan(3 * plain.vertices);
    const dxf = readFileSync(join(folder, 'plain.dxf'), 'latin1');
    expect(dxf.match(/^(?:LW)?POLYLINE\r?$/gm)).toHaveLength(plain.lines);
    expect(dxf).toContain('CONTOURS_INDEX');
  });

  it('refuses an interval that makes no levels or too many', async () => {
    const dem = join(folder, 'rings.tif');
    for (const interval of ['0', '-1', '1e-9']) {
      const { code, error } = await run(
        'contour',
        dem,
        '--interval',
        interval,
        '--out',
        join(folder, 'x.geojson'),
      );
      expect(code).toBe(1);
      expect(error.trim().split('\n')).toHaveLength(1);
    }
  });
});
