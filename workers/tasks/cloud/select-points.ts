import { selectRecords } from '#domain/cloud/select-records.ts';
import { convertRecords } from '#domain/formats/las/convert-records.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { requantiseRecords } from '#domain/formats/las/quantisation.ts';
import { printRecords } from '#domain/formats/point-text/print-records.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { lazCodec } from '../formats/laz-codec.ts';

/** See `cloud.selectPoints` in the task map. */
export const selectPoints: TaskHandler<'cloud.selectPoints'> = (input, { kernels }) => {
  const { chunk, quantisation, filter, areas, to } = input;
  const decoded = lazCodec(kernels.laz).decodeChunk(chunk);
  const extraBytes = to.recordLength - pointFormat(to.format).length;
  const length = pointFormat(decoded.format).length + extraBytes;
  const chosen = selectRecords(decoded, quantisation, filter, areas, length);
  const output = convertRecords(chosen, to.format, { file: chunk.file });
  requantiseRecords(output, quantisation, to.quantisation, chunk.file);
  return { output, transfer: [output.bytes.buffer as ArrayBuffer] };
};

/** See `cloud.printPoints` in the task map. */
export const printPoints: TaskHandler<'cloud.printPoints'> = ({ records, quantisation }) => {
  const output = printRecords(records, quantisation);
  return { output, transfer: [output.buffer] };
};
