import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Triangulates points; see `DelaunayKernel.buildTin` for order and errors. */
export const buildTin: TaskHandler<'geometry.buildTin'> = ({ points }, { kernels }) => {
  const tin = createDelaunay(kernels.delaunay).buildTin(points);
  const buffers = [tin.points, tin.triangles, tin.halfedges, tin.order].map(
    (array) => array.buffer as ArrayBuffer,
  );
  return { output: tin, transfer: buffers };
};
