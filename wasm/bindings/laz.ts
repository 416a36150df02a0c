import { noPoints, type PointSums } from '#domain/cloud/point-sums.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { findPointFormat } from '#domain/formats/las/point-format.ts';
import type { LayerName, PointLayers, PointRecords } from '#domain/formats/las/points.ts';
import type { LazScheme } from '#domain/formats/laz/laz-vlr.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { instantiate } from './instance.ts';
import { allLayers, columnsOf, type LayerColumn, layerMask } from './laz-layers.ts';

/** A compressed chunk, or a COPC node. `compressed` is borrowed and not changed. */
export interface LazChunk {
  readonly scheme: LazScheme;
  readonly compressed: Uint8Array;
  readonly pointCount: number;
  /** File and byte offset of the chunk, for errors. */
  readonly file: string;
  readonly offset: number;
}

/** Decoder and encoder of LAZ chunks over one kernel instance; not to be shared between threads. */
export interface LazCodec {
  /**
   * Decodes a chunk to records; the bytes are copied out and belong to the caller.
   * Errors: `laz.truncated`, `laz.corrupt`, `laz.count-mismatch`, `laz.chunk-too-large`.
   */
  decodeChunk(chunk: LazChunk): PointRecords & { bytes: Uint8Array<ArrayBuffer> };
  /** Decodes a chunk and sums its points without copying them out. Errors as `decodeChunk`. */
  sumChunk(chunk: LazChunk): PointSums;
  /** `sumRecords` of records, which are borrowed. Error: `RangeError` where they do not fit in memory. */
  sumRecords(records: PointRecords): PointSums;
  /**
   * Decodes a chunk to one array per layer. In formats 6 to 8 only the streams of requested layers are read. Layers
   * that the format lacks are omitted. Errors as `decodeChunk`.
   */
  decodeLayers(chunk: LazChunk, wanted: readonly LayerName[]): PointLayers;
  /**
   * Encodes records (formats 0 to 3 and 6 to 8, at least one point) as one chunk, owned by the caller. Anything else,
   * or more points than fit in memory (some millions), is a programming error: `RangeError`.
   */
  encodeChunk(records: PointRecords): Uint8Array<ArrayBuffer>;
}

interface LazExports {
  memory: WebAssembly.Memory;
  prepare(): void;
  fixedEnd(): number;
  extraSize(format: number, extraBytes: number): number;
  scratchSize(format: number, count: number, extraBytes: number): number;
  decodeChunk(
    format: number,
    extraBytes: number,
    version: number,
    wanted: number,
    input: number,
    size: number,
    output: number,
    count: number,
  ): number;
  encodeChunk(
    format: number,
    extraBytes: number,
    input: number,
    count: number,
    output: number,
    scratch: number,
  ): number;
  sumRecords(records: number, count: number, length: number, target: number): void;
  extractColumns(table: number, columns: number, records: number, stride: number, count: number): void;
}

const pageBytes = 65_536;
const columnBytes = 20;
/** Maximum memory for a chunk; a larger one is rejected before anything is allocated. */
const maxBytes: number = sizeLimits['laz.chunkBytes'].value;
/**
 * Maximum number of points per byte. Each point has a symbol of a model of 64 (point-wise; of 128 in the first layer),
 * and two or three (x, y; z) of models of 33. The counts of a model of n symbols sum to 2^15 at most with each at least
 * 1, so that a symbol takes at least log2(1 / (1 - (n - 1) / 2^15)) bits: together 159 / 2^15 / ln 2 bits per point
 * (191 in layers), 1143 points per byte. The rounding of the coder's intervals (1 / 512) is below the margin added
 * here.
 */
const maxPointsPerByte = 1200;

/** A kernel and the maximum memory for a chunk. */
interface Coder {
  readonly kernel: LazExports;
  readonly byteLimit: number;
}

const aligned = (address: number): number => Math.ceil(address / 64) * 64;

/** Grows memory up to `end`; false when it cannot. */
function reserve(memory: WebAssembly.Memory, end: number): boolean {
  const missing = Math.ceil((end - memory.buffer.byteLength) / pageBytes);
  if (missing <= 0) return true;
  try {
    memory.grow(missing);
    return true;
  } catch {
    return false;
  }
}

function tooLarge(file: string, offset: number, count: number, recordLength: number): AppError {
  return new AppError('laz.chunk-too-large', { file, offset, count, recordLength });
}

/**
 * Decodes into the kernel's memory; returns the address of the records. Reserved memory uses no physical memory before
 * records are written, and decoding stops soon after a chunk's bytes end.
 */
function decodeInPlace(
  { kernel, byteLimit }: Coder,
  chunk: LazChunk,
  mask: number,
  columnsSize: number,
): number {
  const { scheme, compressed, pointCount: count, file, offset } = chunk;
  const { format, extraBytes, recordLength } = scheme;
  const input = aligned(kernel.fixedEnd() + kernel.extraSize(format, extraBytes));
  const output = aligned(input + compressed.byteLength);
  const end = output + count * recordLength + columnsSize + pageBytes;
  if (!(end <= byteLimit)) throw tooLarge(file, offset, count, recordLength);
  if (count - 1 > maxPointsPerByte * compressed.byteLength) {
    throw new AppError('laz.truncated', { file, offset, count });
  }
  if (!reserve(kernel.memory, end)) throw tooLarge(file, offset, count, recordLength);
  new Uint8Array(kernel.memory.buffer).set(compressed, input);
  const status = kernel.decodeChunk(
    format,
    extraBytes,
    scheme.itemVersion,
    mask,
    input,
    compressed.byteLength,
    output,
    count,
  );
  if (status === 0) return output;
  if (status === 3) {
    const found = new DataView(kernel.memory.buffer).getUint32(input + recordLength, true);
    throw new AppError('laz.count-mismatch', { file, offset, count, found });
  }
  throw new AppError(status === 1 ? 'laz.truncated' : 'laz.corrupt', { file, offset, count });
}

function extract(kernel: LazExports, records: number, chunk: LazChunk, columns: LayerColumn[]): PointLayers {
  const count = chunk.pointCount;
  const table = aligned(records + count * chunk.scheme.recordLength);
  let target = aligned(table + columns.length * columnBytes);
  const targets: number[] = [];
  const view = new DataView(kernel.memory.buffer);
  for (const [index, column] of columns.entries()) {
    const at = table + index * columnBytes;
    const fields = [column.kind, column.offset, column.shift, column.mask, target];
    for (const [word, value] of fields.entries()) view.setUint32(at + word * 4, value, true);
    targets.push(target);
    target = aligned(target + count * column.bytes);
  }
  kernel.extractColumns(table, columns.length, records, chunk.scheme.recordLength, count);
  const layers: PointLayers = { count };
  for (const [index, column] of columns.entries()) {
    const start = targets[index]!;
    column.assign(layers, kernel.memory.buffer.slice(start, start + count * column.bytes));
  }
  return layers;
}

function encode(kernel: LazExports, records: PointRecords): Uint8Array<ArrayBuffer> {
  const { format, recordLength, count, bytes } = records;
  const layout = findPointFormat(format);
  const plain = layout && layout.waveform === undefined ? layout.length : undefined;
  if (plain === undefined || recordLength < plain || count < 1 || bytes.byteLength < count * recordLength) {
    throw new RangeError(`cannot encode ${count} records of ${recordLength} bytes of format ${format}`);
  }
  const extraBytes = recordLength - plain;
  const input = aligned(kernel.fixedEnd() + kernel.extraSize(format, extraBytes));
  const scratch = aligned(input + count * recordLength);
  const scratchSize = kernel.scratchSize(format, count, extraBytes);
  const output = aligned(scratch + scratchSize);
  const end = output + scratchSize + recordLength + 4 * (16 + extraBytes) + pageBytes;
  if (!(end <= 2 * maxBytes) || !reserve(kernel.memory, end))
    throw new RangeError(`${count} points in a chunk`);
  new Uint8Array(kernel.memory.buffer).set(bytes.subarray(0, count * recordLength), input);
  const size = kernel.encodeChunk(format, extraBytes, input, count, output, scratch);
  return new Uint8Array(kernel.memory.buffer.slice(output, output + size));
}

/** Bytes of the four words written by the kernel. */
const sumBytes = 16;

/** Sums records in the kernel's memory. */
function sumInPlace(kernel: LazExports, records: number, count: number, recordLength: number): PointSums {
  const target = aligned(records + (count + 3) * recordLength + 4);
  if (!reserve(kernel.memory, target + sumBytes)) throw new RangeError(`${count} points in a chunk`);
  kernel.sumRecords(records, count, recordLength, target);
  const [a, b, c, d] = new Uint32Array(kernel.memory.buffer, target, 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  return { count, places: [a, b], records: [c, d] };
}

/**
 * Creates a codec with an instance of the `laz` kernel (about 5 MB of memory, more while a chunk is processed).
 * @param byteLimit maximum memory for a chunk, including the state of the kernel
 */
export function createLazCodec(module: WebAssembly.Module, byteLimit: number = maxBytes): LazCodec {
  const kernel = instantiate<LazExports>(module);
  const coder = { kernel, byteLimit };
  reserve(kernel.memory, kernel.fixedEnd());
  kernel.prepare();
  return {
    decodeChunk(chunk) {
      const { format, recordLength } = chunk.scheme;
      const count = chunk.pointCount;
      if (count === 0) return { format, recordLength, count, bytes: new Uint8Array(0) };
      const records = decodeInPlace(coder, chunk, allLayers, 0);
      const bytes = new Uint8Array(kernel.memory.buffer.slice(records, records + count * recordLength));
      return { format, recordLength, count, bytes };
    },
    sumChunk(chunk) {
      if (chunk.pointCount === 0) return noPoints;
      const records = decodeInPlace(coder, chunk, allLayers, 0);
      return sumInPlace(kernel, records, chunk.pointCount, chunk.scheme.recordLength);
    },
    sumRecords({ bytes, count, recordLength }) {
      if (count === 0) return noPoints;
      const records = aligned(kernel.fixedEnd());
      if (!reserve(kernel.memory, records + (count + 3) * recordLength)) {
        throw new RangeError(`${count} records of ${recordLength} bytes`);
      }
      new Uint8Array(kernel.memory.buffer).set(bytes.subarray(0, count * recordLength), records);
      return sumInPlace(kernel, records, count, recordLength);
    },
    decodeLayers(chunk, wanted) {
      const columns = columnsOf(chunk.scheme.format, wanted);
      if (chunk.pointCount === 0) return extract(kernel, kernel.fixedEnd(), chunk, columns);
      const columnsSize = columns.reduce(
        (sum, one) => sum + chunk.pointCount * one.bytes + columnBytes + 64,
        64,
      );
      const records = decodeInPlace(coder, chunk, layerMask(wanted), columnsSize);
      return extract(kernel, records, chunk, columns);
    },
    encodeChunk: (records) => encode(kernel, records),
  };
}
