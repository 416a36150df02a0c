import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** See `cloud.encodeNode` in the task map. */
export const encodeNode: TaskHandler<'cloud.encodeNode'> = ({ key, records }, { kernels }) => {
  const chunk = records.count === 0 ? new Uint8Array() : lazCodec(kernels.laz).encodeChunk(records);
  return { output: { key, count: records.count, chunk }, transfer: [chunk.buffer] };
};
