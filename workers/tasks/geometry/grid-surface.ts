import { concaveHullMask } from '#domain/geometry/concave-hull.ts';
import { settleHeights } from '#domain/geometry/same-places.ts';
import { linkHalfedges, type Tin } from '#domain/geometry/tin.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel, type GridOptions } from '#wasm/bindings/tin.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Interpolates points or a TIN at the cell centres of a frame. */
export const gridSurface: TaskHandler<'geometry.grid'> = async (input, { kernels, signal }) => {
  const { surface, frame, maxEdge, hullEdge } = input;
  const tin = 'tin' in surface ? surface.tin : triangulate(kernels.delaunay, surface.points);
  await Promise.resolve();
  signal.throwIfAborted();
  const kernel = createTinKernel(kernels.tin);
  kernel.load(tin);
  const options: GridOptions = {
    ...(maxEdge === undefined ? {} : { maxEdge }),
    ...(hullEdge === undefined ? {} : { mask: concaveHullMask(linked(tin), hullEdge) }),
  };
  const grid = kernel.grid(frame, options);
  return { output: grid, transfer: [grid.values.buffer as ArrayBuffer] };
};

/** Points at the same place are one with the mean of their heights, as in `geometry.buildTin`. */
function triangulate(module: WebAssembly.Module, points: Float64Array): Tin {
  const tin = createDelaunay(module).buildTin(points);
  settleHeights(tin, points);
  return tin;
}

function linked(tin: Tin): Required<Tin> {
  const halfedges = tin.halfedges ?? linkHalfedges(tin.triangles, tin.points.length / 3);
  return { points: tin.points, triangles: tin.triangles, halfedges };
}
