import type { GridWindow } from '#domain/geometry/grid/grid.ts';
import { type BinSet, binSet } from '#domain/geometry/grid/occupancy-pyramid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { type SurfacePoints, withSurroundings } from './surface-points.ts';

export interface CellsToGrid {
  readonly window: GridWindow;
  /** One byte per cell of the window, 1 where a height is wanted. */
  readonly wanted: Uint8Array;
  /** The bins in and around the window whose points are loaded, and those points. */
  readonly bins: BinSet;
  readonly points: Float64Array;
}

/**
 * Heights of a window's wanted cells on the Delaunay triangulation of all points of a surface, NaN where it has none.
 * Points around the window are triangulated with a sample of the others. A triangle belongs to the whole
 * triangulation if its circumcircle meets no bin whose points were left out. Cells of other triangles are gridded
 * again with all points that their circles meet, until none is left. So the heights do not depend on the window.
 */
export async function gridCells(
  surface: SurfacePoints,
  { window, wanted, bins, points }: CellsToGrid,
  pool: TaskPool,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const { frame, occupancy } = surface;
  const run = (cells: Uint8Array, loaded: BinSet, own: Float64Array) => {
    const all = withSurroundings(surface, loaded, own);
    const input = { points: all, frame, window, wanted: cells, occupancy, loaded };
    return pool.run('geometry.grid', input, { transfer: [all.buffer], ...(signal ? { signal } : {}) });
  };
  const first = await run(wanted, bins, points);
  const values = first.values;
  const met = new Set<number>();
  for (let open = first; open.met.length > 0; ) {
    for (const bin of open.met) met.add(bin);
    const loaded = binSet(Uint32Array.from(met), occupancy);
    const cells = open.open;
    open = await run(cells, loaded, await surface.load(loaded));
    for (let cell = 0; cell < values.length; cell++) {
      if (cells[cell] === 1) values[cell] = open.values[cell]!;
    }
  }
  return values;
}
