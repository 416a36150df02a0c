import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from './laz-codec.ts';

/** See `laz.decodeChunk` in the task map. */
export const decodeChunk: TaskHandler<'laz.decodeChunk'> = (chunk, { kernels }) => {
  const output = lazCodec(kernels.laz).decodeChunk(chunk);
  return { output, transfer: [output.bytes.buffer] };
};

/** See `laz.decodeLayers` in the task map. */
export const decodeLayers: TaskHandler<'laz.decodeLayers'> = ({ chunk, wanted }, { kernels }) => {
  const output = lazCodec(kernels.laz).decodeLayers(chunk, wanted);
  const arrays = Object.values(output).filter((value) => ArrayBuffer.isView(value));
  return { output, transfer: arrays.map((array) => array.buffer as ArrayBuffer) };
};

/** See `laz.encodeChunk` in the task map. */
export const encodeChunk: TaskHandler<'laz.encodeChunk'> = (records, { kernels }) => {
  const output = lazCodec(kernels.laz).encodeChunk(records);
  return { output, transfer: [output.buffer] };
};
