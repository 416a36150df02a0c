import { sumRecords } from '#domain/cloud/point-sums.ts';
import { convertRecords } from '#domain/formats/las/convert-records.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { recordsOf } from './stored-points.ts';

/** See `cloud.convertPoints` in the task map. */
export const convertPoints: TaskHandler<'cloud.convertPoints'> = (
  { points, format, drop, file },
  { kernels },
) => {
  const records = convertRecords(recordsOf(points, kernels), format, { drop, file });
  const summary = createSummary();
  addRecords(summary, records);
  const output = { records, sums: sumRecords(records), summary };
  return { output, transfer: [records.bytes.buffer as ArrayBuffer] };
};
