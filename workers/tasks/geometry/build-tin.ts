import { settleHeights } from '#domain/geometry/plane/same-places.ts';
import { constrainable, insertBreaklines } from '#domain/geometry/tin/constrained.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import type { TaskOutput } from '../../contract/task-map.ts';

type OrderedTin = Omit<TaskOutput<'geometry.buildTin'>, 'conflicts'>;

/**
 * Triangulates points, with breaklines where there are any.
 * Errors: geometry.not-finite, geometry.too-few-points, geometry.collinear, geometry.too-large,
 * geometry.breakline-crossing.
 */
export const buildTin: TaskHandler<'geometry.buildTin'> = ({ points, breaklines = [] }, { kernels }) => {
  const plain = createDelaunay(kernels.delaunay).buildTin(points);
  const conflicts = settleHeights(plain, points);
  const tin = breaklines.length === 0 ? plain : withBreaklines(plain, points, breaklines);
  const arrays = [tin.points, tin.triangles, tin.halfedges, tin.order];
  return { output: { ...tin, conflicts }, transfer: arrays.map((array) => array.buffer as ArrayBuffer) };
};

function withBreaklines(
  tin: OrderedTin,
  input: Float64Array,
  breaklines: readonly Uint32Array[],
): OrderedTin {
  const place = (points: Float64Array, i: number) => `${points[3 * i]},${points[3 * i + 1]}`;
  const wanted = new Set<string>();
  for (const line of breaklines) for (const i of line) wanted.add(place(input, i));
  const numbers = new Map<string, number>();
  for (let i = 0; i < tin.order.length; i++) {
    const key = place(tin.points, i);
    if (wanted.has(key)) numbers.set(key, i);
  }
  const constrained = constrainable(tin);
  const lines = breaklines.map((line) => Uint32Array.from(line, (i) => numbers.get(place(input, i))!));
  insertBreaklines(constrained, lines);
  const { triangles, halfedges } = constrained;
  return { points: tin.points, triangles, halfedges, order: tin.order };
}
