import { sumRecords } from '#domain/cloud/point-sums.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** See `cloud.sumChunk` in the task map. */
export const sumChunk: TaskHandler<'cloud.sumChunk'> = (chunk, { kernels }) => ({
  output: sumRecords(lazCodec(kernels.laz).decodeChunk(chunk)),
});
