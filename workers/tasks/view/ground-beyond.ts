import { groundBeyond as takeOn } from '#domain/view/ground-beyond.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** The continuation of a raster's ground where it has no values. */
export const groundBeyond: TaskHandler<'view.groundBeyond'> = ({ values, width, height }) => {
  const output = takeOn(values, width, height);
  return { output, transfer: output ? [output.heights.buffer, output.outside.buffer] : [] };
};
