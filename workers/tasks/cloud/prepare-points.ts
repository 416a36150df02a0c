import { preparePoints } from '#domain/cloud/prepare-points.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { recordsOf } from './stored-points.ts';

/** See `cloud.preparePoints` in the task map. */
export const prepareForSpool: TaskHandler<'cloud.preparePoints'> = (input, { kernels }) => {
  const { points, how, columns, cells } = input;
  const output = preparePoints(recordsOf(points, kernels), how, columns, cells);
  return {
    output,
    transfer: output ? [output.records.bytes.buffer as ArrayBuffer, output.density.buffer] : [],
  };
};

/** See `cloud.summarise` in the task map. */
export const summarisePoints: TaskHandler<'cloud.summarise'> = (points, { kernels }) => {
  const output = createSummary();
  addRecords(output, recordsOf(points, kernels));
  return { output };
};
