import { classifyGround, groundSettingsFor } from '#domain/ground/classify-ground.ts';
import { keptDelaunay } from '#wasm/bindings/delaunay.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** Moves coordinates to a local frame in metres, in place. */
function toLocalMetres(xyz: Float64Array, metresPerUnit: { horizontal: number; vertical: number }): void {
  const [originX, originY] = [xyz[0] ?? 0, xyz[1] ?? 0];
  for (let k = 0; k < xyz.length; k += 3) {
    xyz[k] = (xyz[k]! - originX) * metresPerUnit.horizontal;
    xyz[k + 1] = (xyz[k + 1]! - originY) * metresPerUnit.horizontal;
    xyz[k + 2] = xyz[k + 2]! * metresPerUnit.vertical;
  }
}

/** See `cloud.classifyGround` in the task map. */
export const classifyColumn: TaskHandler<'cloud.classifyGround'> = (input, { kernels }) => {
  const { xyz, ownCount, metresPerUnit, extentM } = input;
  toLocalMetres(xyz, metresPerUnit);
  const delaunay = keptDelaunay(kernels.delaunay);
  const all = classifyGround(xyz, (points) => delaunay.triangulate(points, 3), groundSettingsFor(extentM));
  const marks = all.slice(0, ownCount);
  return { output: { marks }, transfer: [marks.buffer] };
};
