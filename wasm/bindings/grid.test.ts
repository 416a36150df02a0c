import { describe, expect, it } from 'vitest';
import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { differenceGrid, gridToTin, gridVolumeOverPlane } from '#domain/geometry/grid/grid-surface.ts';
import { gridVolumeOverSurface } from '#domain/geometry/grid/grid-volume.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { SurfaceVolume } from '#domain/geometry/volume/volume.ts';
import { makeBase } from '#domain/geometry/volume/volume-base.ts';
import { createRandom } from '#domain/math/random.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createGridKernel } from './grid.ts';

const kernel = createGridKernel(loadKernel('grid'));

/** Rough ground with holes, cells of 0.7 from (430,000, 4,600,000). */
function roughGrid(width: number, height: number, seed: number, holes = 0.1): Grid {
  const random = createRandom(seed);
  const grid = createGrid({ width, height, originX: 430_000, originY: 4_600_000, cellSize: 0.7 });
  for (let i = 0; i < grid.values.length; i++) {
    const ground = 100 + Math.sin((i % width) / 9) * 3 + Math.floor(i / width) / 20;
    grid.values[i] = random.next() < holes ? Number.NaN : ground + random.next();
  }
  return grid;
}

const polygon = [
  [
    [430_003, 4_599_998, 101],
    [430_040, 4_599_995, 103],
    [430_050, 4_599_970, 99],
    [430_020, 4_599_984, 104],
    [430_001, 4_599_972, 102],
  ],
] as const;

/** Equal up to the last three digits of float64: partial sums may be rounded differently. */
function expectSame(found: SurfaceVolume, { cut, fill, net, planArea, surfaceArea }: SurfaceVolume): void {
  const size = Math.max(cut, fill, planArea, 1);
  for (const [key, value] of Object.entries({ cut, fill, net, planArea, surfaceArea })) {
    expect(Math.abs(found[key as keyof SurfaceVolume] - value), key).toBeLessThanOrEqual(1e-12 * size);
  }
}

describe('the grid kernel equals its reference', () => {
  const grids: Record<string, Grid> = {
    rough: roughGrid(90, 60, 1),
    'without holes': roughGrid(64, 64, 2, 0),
    'one row': roughGrid(80, 1, 3),
    'one cell': roughGrid(1, 1, 4, 0),
    empty: roughGrid(5, 5, 5, 1),
    'of the ground': { ...roughGrid(70, 50, 6), slopeMetric: { pp: 1.02, pq: 0.01, qq: 0.97 } },
  };

  it.each(Object.entries(grids))('over a plane: %s', (_, grid) => {
    kernel.load(grid);
    for (const z of [101, 99.5, 200]) {
      expectSame(kernel.volumeOverPlane(z), gridVolumeOverPlane(grid, z));
    }
  });

  it.each(Object.entries(grids))('over a base of triangles: %s', (_, grid) => {
    kernel.load(grid);
    const bases: Tin[] = [
      makeBase(polygon, { kind: 'triangulated' }),
      makeBase(polygon, { kind: 'best-fit' }),
      makeBase(polygon, { kind: 'lowest' }),
      gridToTin({ ...roughGrid(40, 30, 7), cellSize: 1.3 }),
      { points: new Float64Array(), triangles: new Uint32Array() },
    ];
    for (const base of bases) expectSame(kernel.volumeOverSurface(base), gridVolumeOverSurface(grid, base));
  });

  it('over another grid, of the same cells and of others', () => {
    const grid = grids['rough']!;
    const others = [
      roughGrid(90, 60, 8),
      { ...roughGrid(50, 40, 9), cellSize: 1.1, originX: 429_995 },
      { ...roughGrid(90, 60, 10), originX: 430_000.35 },
      { ...roughGrid(3, 3, 11), originX: 500_000 },
    ];
    for (const other of others) {
      kernel.loadDifference(grid, other);
      const difference = differenceGrid(grid, other);
      expectSame(kernel.volumeOverPlane(0), gridVolumeOverPlane(difference, 0, grid));
    }
  });
});
