import { topSurface as heightsOf } from '#domain/geometry/grid/top-surface.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** The topmost surface of points that err in height, a height a cell. */
export const topSurface: TaskHandler<'geometry.topSurface'> = async ({
  points,
  frame,
  window,
  unit,
  reach,
}) => {
  const heights = heightsOf(points, frame, unit, window, reach);
  return { output: { heights }, transfer: [heights.buffer] };
};
