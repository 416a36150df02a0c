import { sumRecords } from '#domain/cloud/point-sums.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** See `cloud.sumChunk` in the task map. */
export const sumChunk: TaskHandler<'cloud.sumChunk'> = async ({ chunk, by }, { kernels, peers }) => {
  if (by === 'own') return { output: sumRecords(lazCodec(kernels.laz).decodeChunk(chunk)) };
  if (!peers.sumByLazPerf) throw new RangeError('laz-perf runs on Node alone');
  return { output: await peers.sumByLazPerf(chunk) };
};
