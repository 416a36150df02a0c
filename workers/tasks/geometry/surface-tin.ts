import type { TaskHandler } from '../../contract/handler.ts';
import { worldTin } from './measuring-frame.ts';
import { readPlaced } from './placed-surface.ts';

/** See `geometry.surfaceTin` in the task map. */
export const surfaceTin: TaskHandler<'geometry.surfaceTin'> = async (placed, context) => {
  const { points, triangles } = worldTin(await readPlaced(placed, context));
  return { output: { points, triangles }, transfer: [points.buffer, triangles.buffer] as ArrayBuffer[] };
};
