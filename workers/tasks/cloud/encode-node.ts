import { createLazCodec } from '#wasm/bindings/laz.ts';
import type { TaskHandler } from '../../contract/handler.ts';

/** See `cloud.encodeNode` in the task map. */
export const encodeNode: TaskHandler<'cloud.encodeNode'> = ({ key, records }, { kernels }) => {
  const chunk = records.count === 0 ? new Uint8Array() : createLazCodec(kernels.laz).encodeChunk(records);
  return { output: { key, count: records.count, chunk }, transfer: [chunk.buffer] };
};
