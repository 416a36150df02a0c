import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** See `cloud.sumChunk` in the task map. */
export const sumChunk: TaskHandler<'cloud.sumChunk'> = async ({ chunk, by }, { kernels, peers }) => {
  const codec = lazCodec(kernels.laz);
  if (by === 'own') return { output: codec.sumChunk(chunk) };
  if (!peers.sumByLazPerf) throw new RangeError('laz-perf runs on Node alone');
  return { output: await peers.sumByLazPerf(chunk, codec.sumRecords) };
};
