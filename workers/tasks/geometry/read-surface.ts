import { raisedAbove } from '#domain/geometry/volume/raised-above.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { readPart } from './surface-part.ts';

/** See `geometry.readSurface` in the task map. */
export const readSurface: TaskHandler<'geometry.readSurface'> = async (part, context) => {
  const output = await readPart(part, context);
  return { output, transfer: [output.grid.values.buffer as ArrayBuffer] };
};

/** See `geometry.raisedAbove` in the task map. */
export const compareModels: TaskHandler<'geometry.raisedAbove'> = async (
  { elevation, surface, ring },
  context,
) => {
  const below = await readPart(elevation, context);
  const above = await readPart(surface, context);
  return { output: raisedAbove(below.grid, above.grid, ring) };
};
