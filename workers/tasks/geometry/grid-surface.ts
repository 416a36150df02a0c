import { hasBin, meetBins, rectOfBins } from '#domain/geometry/grid/occupancy-pyramid.ts';
import { circumcircle } from '#domain/geometry/plane/circumcircle.ts';
import { settleHeights } from '#domain/geometry/plane/same-places.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { keptDelaunay } from '#wasm/bindings/delaunay.ts';
import { keptTinKernel } from '#wasm/bindings/tin.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { TaskInput } from '../../contract/task-map.ts';

/**
 * Interpolates points at cells of a window. A triangle is one of the triangulation of all points of the surface where its
 * circumscribed circle, its rim included, meets no bin whose points were not given (the empty circle of B. Delaunay,
 * 1934); cells at others are open.
 */
export const gridSurface: TaskHandler<'geometry.grid'> = async (input, { kernels, signal }) => {
  const { frame, window, wanted, occupancy, loaded } = input;
  const tin = triangulate(kernels.delaunay, input.points);
  await Promise.resolve();
  signal.throwIfAborted();
  const kernel = keptTinKernel(kernels.tin);
  kernel.load(tin);
  const block = kernel.gridBlock(frame, window, wanted);
  const { triangles, met } = findOpen(tin, block.leaving(rectOfBins(occupancy, loaded)), input);
  const output = { values: block.values, open: block.cellsAt(triangles), met };
  return { output, transfer: [output.values.buffer, output.open.buffer, output.met.buffer] };
};

/** Points at the same place are one with the mean of their heights, as in `geometry.buildTin`. */
function triangulate(module: WebAssembly.Module, points: Float64Array): Tin {
  const tin = keptDelaunay(module).buildTin(points);
  settleHeights(tin, points);
  return tin;
}

/** Those of some triangles whose circles meet bins that are not loaded, and all bins that their circles meet. */
function findOpen(
  tin: Tin,
  candidates: Uint32Array,
  { occupancy, loaded }: Pick<TaskInput<'geometry.grid'>, 'occupancy' | 'loaded'>,
) {
  const triangles: number[] = [];
  const met = new Set<number>();
  for (const triangle of candidates) {
    const [ax, ay, bx, by, cx, cy] = cornersOf(tin, triangle);
    const circle = circumcircle(ax, ay, bx, by, cx, cy);
    let isOpen = false;
    const isMissing = (column: number, row: number) => {
      isOpen = !hasBin(loaded, column, row);
      return isOpen;
    };
    meetBins(occupancy, circle, isMissing, loaded);
    if (!isOpen) continue;
    triangles.push(triangle);
    meetBins(occupancy, circle, (column, row) => {
      met.add(row * occupancy.width + column);
      return false;
    });
  }
  return { triangles, met: Uint32Array.from(met) };
}

type Corners = [ax: number, ay: number, bx: number, by: number, cx: number, cy: number];

function cornersOf({ points, triangles }: Tin, triangle: number): Corners {
  const [a, b, c] = [triangles[3 * triangle]!, triangles[3 * triangle + 1]!, triangles[3 * triangle + 2]!];
  return [
    points[3 * a]!,
    points[3 * a + 1]!,
    points[3 * b]!,
    points[3 * b + 1]!,
    points[3 * c]!,
    points[3 * c + 1]!,
  ];
}
