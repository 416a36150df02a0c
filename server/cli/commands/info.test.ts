import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LasWriterOptions } from '#domain/formats/las/las-writer.ts';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { describeWithShared, sharedData } from '#tests/support/shared-data.ts';
import { runCli } from '../main.ts';

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

async function inform(...args: string[]) {
  const { code, out, error } = await run('info', '--json', ...args);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

async function createFile(name: string, content: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-info-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

async function createCloud(
  options: Partial<LasWriterOptions> & { extraBytes?: number } = {},
): Promise<string> {
  return await createFile('cloud.las', await sampleLas(7, 200, options));
}

describe('a point cloud', () => {
  test('tells header, records, points and bounds', async () => {
    const data = new TextEncoder().encode('hello');
    const vlrs = [{ userId: 'test', recordId: 7, description: 'a record', data }];
    const told = await inform(await createCloud({ vlrs, extraBytes: 2 }));
    expect(told).toMatchObject({
      format: 'LAS',
      version: '1.4',
      pointFormat: 7,
      compressed: false,
      copc: false,
      pointCount: 200,
      scale: [0.01, 0.01, 0.001],
      offset: [500_000, 4_000_000, 100],
      gpsTimeType: 'adjusted-standard',
      colourBits: 16,
      vlrs: [{ userId: 'test', recordId: 7, description: 'a record', length: 5, extended: false }],
      extraBytes: [{ type: 'bytes', elements: 2 }],
      warnings: [{ code: 'las.extra-bytes-unregistered' }],
      points: { read: 200, isWhole: true },
    });
    expect(told.pointsByReturn).toHaveLength(15);
    expect(told.bounds).toEqual({ min: told.min, max: told.max });
  });

  test('without a coordinate system says so, and takes the one it is given', async () => {
    const path = await createCloud();
    expect((await inform(path)).crs).toMatchObject({
      kind: 'unknown',
      epsg: null,
      source: null,
      declarations: [],
    });
    expect((await inform(path, '--crs', 'EPSG:32615')).crs).toMatchObject({
      kind: 'projected',
      epsg: 32_615,
      horizontalUnit: 'metre',
      source: 'user',
    });
  });

  test('takes the .prj beside it', async () => {
    const path = await createCloud();
    await writeFile(path.replace('.las', '.prj'), 'EPSG:2229');
    expect((await inform(path)).crs).toMatchObject({
      epsg: 2229,
      horizontalUnit: 'US survey foot',
      source: 'prj',
    });
  });

  test('absurd bounds are reported and left out', async () => {
    const bytes = await sampleLas(6, 10);
    new DataView(bytes.buffer).setFloat64(179, 1e300, true);
    const told = await inform(await createFile('cloud.las', bytes));
    expect(told.warnings).toMatchObject([{ code: 'las.bounds', params: { axis: 'x' } }]);
    expect(told.bounds.max[0]).toBeLessThan(500_001);
  });

  test('in words: aligned lines with units, warnings last', async () => {
    const { code, out } = await run('info', await createCloud({ extraBytes: 1 }), '--crs', 'EPSG:2229');
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[1]).toMatch(/^Format {2,}LAS 1\.4, point format 7, 37 bytes a point$/);
    expect(out).toMatch(/\nminimum +\d+\.\d\d \d+\.\d\d US survey foot, \d+\.\d{3} /);
    expect(out).toMatch(/\nCoordinate system +NAD83 \/ California zone 5 \(ftUS\) \(EPSG:2229\)\n/);
    expect(lines.at(-1)).toMatch(/^Warnings +.*: 1 extra byte of every point has no description/);
  });
});

test('what a file is decides its content, not its name', async () => {
  expect((await inform(await createFile('cloud.tif', await sampleLas(6, 3)))).format).toBe('LAS');
  const { code, error } = await run('info', await createFile('cloud.las', 'no cloud at all'));
  expect(code).toBe(1);
  expect(error).toMatch(/neither LAS, LAZ nor GeoTIFF[^\n]*\n$/);
  expect((await run('info', await createFile('empty.las', ''))).code).toBe(1);
});

describeWithShared('a raster', () => {
  test('tells size, bands, geotransform, CRS and nodata', async () => {
    const path = sharedData('raster/gdal-gcore/int16.tif');
    const told = await inform(path);
    expect(told).toMatchObject({
      format: 'GeoTIFF',
      width: 20,
      height: 20,
      nodata: null,
      crs: { epsg: 26_711 },
    });
    expect(told.bands).toMatchObject([{ type: 'int16' }]);
    expect(told.geotransform).toEqual([440_720, 60, 0, 3_751_320, 0, -60]);
    expect((await run('info', path)).out).toMatch(/\nSize in pixels +20 × 20\n/);
  });
});
