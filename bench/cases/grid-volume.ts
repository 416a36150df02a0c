import { createGrid, type Grid } from '#domain/geometry/grid/grid.ts';
import { gridToTin } from '#domain/geometry/grid/grid-surface.ts';
import { gridVolumeOverSurface } from '#domain/geometry/grid/grid-volume.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { makeBase } from '#domain/geometry/volume/volume-base.ts';
import { createGridKernel } from '#wasm/bindings/grid.ts';
import type { BenchCase } from '../case.ts';

/** Rolling ground in square cells over 2 km by 2 km from (0, −2000). */
function groundOf(side: number): Grid {
  const cellSize = 2000 / side;
  const frame = { width: side, height: side, originX: cellSize / 2, originY: -cellSize / 2, cellSize };
  const values = Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) * cellSize, Math.floor(i / side) * cellSize];
    return 100 + 5 * Math.sin(x / 25) + 4 * Math.cos(y / 35);
  });
  return createGrid(frame, values);
}

function gridCase(
  name: string,
  what: string,
  goal: number,
  baseOf: (quick: boolean) => Tin,
  sideOf: (quick: boolean) => number,
): BenchCase {
  return {
    name,
    group: 'grid-volume',
    workload: `${what}; cut, fill, plan and true area, the grid copied in each time`,
    goal,
    prepare({ quick, kernel }) {
      const grid = groundOf(sideOf(quick));
      const base = baseOf(quick);
      const ours = createGridKernel(kernel('grid'));
      const measure = () => {
        ours.load(grid);
        return ours.volumeOverSurface(base);
      };
      const expected = gridVolumeOverSurface(grid, base);
      if (Math.abs(measure().cut - expected.cut) > 1e-9 * expected.cut)
        throw new Error('the two volumes differ');
      return {
        ours: measure,
        peer: { name: 'TypeScript reference', run: () => gridVolumeOverSurface(grid, base) },
      };
    },
  };
}

const ring = [
  [10, -10, 101],
  [1990, -30, 99],
  [1900, -1900, 102],
  [50, -1950, 100],
] as const;

/** Volumes of rasters: the kernel against the reference that it is tested by. */
export const gridVolumeCases: readonly BenchCase[] = [
  gridCase(
    'grid-volume-ring',
    'raster of 16 M cells inside a ring of four corners, over the plane that fits them',
    2,
    () => makeBase([ring], { kind: 'best-fit' }),
    (quick) => (quick ? 1000 : 4000),
  ),
  gridCase(
    'grid-volume-tin',
    'raster of 4 M cells over a TIN of 500,000 triangles',
    4,
    (quick) => gridToTin(groundOf(quick ? 250 : 500)),
    (quick) => (quick ? 1000 : 2000),
  ),
];
