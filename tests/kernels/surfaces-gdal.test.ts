import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contourLevels } from '#domain/geometry/grid/contour-lines.ts';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { createContourKernel } from '#wasm/bindings/contour.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';
import { loadKernel } from '../support/kernels.ts';
import { createPoints, createRandom, rollingHeight } from '../support/point-sets.ts';

function createHills(): Grid {
  const grid = createGrid({ width: 160, height: 120, originX: 500_000, originY: 4_000_000, cellSize: 2 });
  const bump = (x: number, y: number, size: number) => Math.exp(-(x * x + y * y) / (size * size));
  for (let i = 0; i < grid.values.length; i++) {
    const [x, y] = [i % 160, Math.floor(i / 160)];
    grid.values[i] =
      40 * bump(x - 60, y - 50, 18) + 25 * bump(x - 95, y - 70, 14) - 15 * bump(x - 62, y - 52, 6);
  }
  return grid;
}

async function writeDem(path: string, grid: Grid): Promise<void> {
  const { width, height, originX, originY, cellSize } = grid;
  const spec = {
    width,
    height,
    bands: 1,
    sampleType: 'float32',
    colour: 'gray',
    geotransform: [originX - cellSize / 2, cellSize, 0, originY + cellSize / 2, 0, -cellSize],
    geoKeys: null,
    nodata: null,
  } as const;
  writeFileSync(path, (await writeCog(spec, { samples: new Float32Array(grid.values) })).bytes);
}

function lengthOf(places: readonly (readonly number[])[]): number {
  return places.reduce((sum, [x, y], i) => {
    const [px, py] = places[Math.max(0, i - 1)]!;
    return sum + Math.hypot(x! - px!, y! - py!);
  }, 0);
}

describeWithGdal('surfaces beside GDAL', () => {
  const folder = scratchFolder();

  it('traces contours of the same length at every level as gdal_contour', async () => {
    const grid = createHills();
    await writeDem(join(folder, 'hills.tif'), grid);
    const out = join(folder, 'hills.geojson');
    gdal(
      'gdal_contour',
      '-q',
      '-a',
      'z',
      '-off',
      '1',
      '-i',
      '3',
      '-f',
      'GeoJSON',
      join(folder, 'hills.tif'),
      out,
    );
    const theirs = new Map<number, number>();
    for (const { properties, geometry } of JSON.parse(readFileSync(out, 'utf8')).features) {
      theirs.set(properties.z, (theirs.get(properties.z) ?? 0) + lengthOf(geometry.coordinates));
    }
    const levels = contourLevels(0.5, 45, 3, 1);
    const lines = createContourKernel(loadKernel('contour')).traceGrid(grid, levels);
    const ours = new Map<number, number>();
    for (const [line, number] of lines.lineLevels.entries()) {
      const places: number[][] = [];
      for (let i = lines.starts[line]!; i < lines.starts[line + 1]!; i++) {
        places.push([lines.coordinates[2 * i]!, lines.coordinates[2 * i + 1]!]);
      }
      ours.set(levels[number]!, (ours.get(levels[number]!) ?? 0) + lengthOf(places));
    }
    expect(ours.size).toBeGreaterThan(10);
    expect([...ours.keys()].sort((a, b) => a - b)).toEqual([...theirs.keys()].sort((a, b) => a - b));
    for (const [level, length] of ours) expect(length / theirs.get(level)!).toBeCloseTo(1, 4);
  });

  it('interpolates as gdal_grid does', () => {
    const random = createRandom(21);
    const points = createPoints(3000, () => {
      const [x, y] = [100 * random(), 100 * random()];
      return [x, y, rollingHeight(4 * x, 3 * y)];
    });
    const rows = Array.from({ length: 3000 }, (_, i) => [...points.subarray(3 * i, 3 * i + 3)].join());
    writeFileSync(join(folder, 'points.csv'), ['x,y,z', ...rows].join('\n'));
    const field = '<GeometryField encoding="PointFromColumns" x="x" y="y" z="z"/>';
    const layer = `<OGRVRTLayer name="points"><SrcDataSource>${join(folder, 'points.csv')}</SrcDataSource><GeometryType>wkbPoint25D</GeometryType>${field}</OGRVRTLayer>`;
    writeFileSync(join(folder, 'points.vrt'), `<OGRVRTDataSource>${layer}</OGRVRTDataSource>`);
    const raw = join(folder, 'grid.raw');
    const area = [
      '-txe',
      '0',
      '100',
      '-tye',
      '100',
      '0',
      '-outsize',
      '50',
      '50',
      '-ot',
      'Float32',
      '-of',
      'ENVI',
    ];
    gdal('gdal_grid', '-q', '-a', 'linear:radius=0:nodata=-9999', ...area, join(folder, 'points.vrt'), raw);
    const bytes = readFileSync(raw);
    const theirs = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 4 * 2500));
    const tin = createDelaunay(loadKernel('delaunay')).buildTin(points);
    const kernel = createTinKernel(loadKernel('tin'));
    kernel.load(tin);
    const frame = { width: 50, height: 50, originX: 1, originY: 99, cellSize: 2 };
    const { values } = kernel.gridBlock(frame, { x: 0, y: 0, ...frame }, new Uint8Array(2500).fill(1));
    let compared = 0;
    for (const [i, value] of values.entries()) {
      const other = theirs[i]!;
      expect(Number.isNaN(value)).toBe(other === -9999);
      if (Number.isNaN(value)) continue;
      expect(value).toBeCloseTo(other, 3);
      compared++;
    }
    expect(compared).toBeGreaterThan(2400);
  });
});
