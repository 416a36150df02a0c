import type { ByteSink } from '../byte-sink.ts';
import type { LasHeader, Triple } from './header.ts';
import { encodeHeader, type HeaderPlan, headerLength } from './header-write.ts';
import type { PointRecords } from './points.ts';
import type { Quantisation } from './quantisation.ts';
import { addRecords, addSummary, createSummary, type PointSummary, summaryBounds } from './summary.ts';
import { encodeEvlrHeader, encodeVlr, maxVlrData, type VlrContent } from './vlr.ts';

/** How the points are compressed: passed in by the LAZ codec, so that this writer does not depend on one. */
export interface PointCompression {
  /** The record that names the compression. */
  readonly vlr: VlrContent;
  /** Points a chunk; the last chunk may hold fewer. */
  readonly chunkPoints: number;
  /** Compresses one chunk; called with whole chunks in file order, several at a time. */
  encode(records: PointRecords): Promise<Uint8Array>;
  /** The table of chunk sizes, `bytes` and `points` per chunk, as written after the last chunk. */
  encodeTable(chunks: readonly { bytes: number; points: number }[]): Uint8Array;
  /** Chunks encoded at the same time; each is held in memory. */
  readonly parallel: number;
}

export interface LasWriterOptions {
  readonly format: number;
  readonly recordLength: number;
  readonly quantisation: Quantisation;
  readonly gpsTimeType: LasHeader['gpsTimeType'];
  /** LAS version 1.x; 4 by default. */
  readonly versionMinor?: HeaderPlan['versionMinor'];
  /** True where the records declare the CRS as WKT. */
  readonly hasWktBit: boolean;
  /** Records to write; those above 65,535 bytes go behind the points (LAS 1.4). */
  readonly vlrs: readonly VlrContent[];
  readonly compression?: PointCompression;
  /** Carried into the header. */
  readonly identity?: Partial<
    Pick<LasHeader, 'fileSourceId' | 'projectId' | 'systemIdentifier' | 'creationDay' | 'creationYear'>
  >;
}

/** Writes a LAS or LAZ file front to back; the header is written again at the end with the counts found. */
export interface LasWriter {
  /** Adds records of the writer's format and length; they are copied before the promise is fulfilled. */
  write(records: PointRecords): Promise<void>;
  /** The same of records whose statistics were added up elsewhere. */
  writeSummed(records: PointRecords, known: PointSummary): Promise<void>;
  /** Writes what is left, the chunk table, the extended records and the header. */
  finish(): Promise<PointSummary>;
}

interface Layout {
  pointDataOffset: number;
  vlrCount: number;
  evlrOffset: number;
  evlrCount: number;
}

const zero: Triple = [0, 0, 0];

function identityOf(identity: LasWriterOptions['identity'] = {}): Partial<HeaderPlan> {
  const { fileSourceId, projectId, systemIdentifier, creationDay, creationYear } = identity;
  const given = { fileSourceId, projectId, systemIdentifier, creationDay, creationYear };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function headerPlan(options: LasWriterOptions, summary: PointSummary, layout: Layout): HeaderPlan {
  const bounds = summaryBounds(summary, options.quantisation);
  return {
    versionMinor: options.versionMinor ?? 4,
    pointFormat: options.format,
    isCompressed: options.compression !== undefined,
    recordLength: options.recordLength,
    scale: options.quantisation.scale,
    offset: options.quantisation.offset,
    min: bounds?.min ?? zero,
    max: bounds?.max ?? zero,
    pointCount: summary.count,
    pointsByReturn: Array.from(summary.byReturn.subarray(1, 16)),
    gpsTimeType: options.gpsTimeType,
    hasWktBit: options.hasWktBit,
    ...layout,
    ...identityOf(options.identity),
  };
}

/** Cuts a stream of records into chunks of one size. */
function createChunker(format: number, recordLength: number, chunkPoints: number) {
  let held = new Uint8Array(chunkPoints * recordLength);
  let count = 0;
  const take = (): PointRecords => {
    const bytes = count === chunkPoints ? held : held.slice(0, count * recordLength);
    const chunk = { format, recordLength, count, bytes };
    held = new Uint8Array(chunkPoints * recordLength);
    count = 0;
    return chunk;
  };
  return {
    /** Adds as many records as fit from `start` on; returns their number. */
    add(records: PointRecords, start: number): number {
      const taken = Math.min(chunkPoints - count, records.count - start);
      const part = records.bytes.subarray(start * recordLength, (start + taken) * recordLength);
      held.set(part, count * recordLength);
      count += taken;
      return taken;
    },
    isFull: () => count === chunkPoints,
    isEmpty: () => count === 0,
    take,
  };
}

/** Encodes chunks side by side and appends them in order. */
function createChunkQueue(sink: ByteSink, compression: PointCompression) {
  const pending: { points: number; bytes: Promise<Uint8Array> }[] = [];
  const chunks: { bytes: number; points: number }[] = [];
  const flushOne = async () => {
    const next = pending.shift();
    if (!next) return;
    const bytes = await next.bytes;
    await sink.append(bytes);
    chunks.push({ bytes: bytes.byteLength, points: next.points });
  };
  return {
    chunks,
    async push(records: PointRecords) {
      while (pending.length >= Math.max(1, compression.parallel)) await flushOne();
      const bytes = compression.encode(records);
      // a failure is reported where the chunk is awaited, in order; here it must only not count as unhandled
      bytes.catch(() => undefined);
      pending.push({ points: records.count, bytes });
    },
    async drain() {
      while (pending.length > 0) await flushOne();
    },
  };
}

function int64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
  return bytes;
}

async function writeCompressed(sink: ByteSink, options: LasWriterOptions, compression: PointCompression) {
  const tablePointer = sink.length;
  await sink.append(int64(-1));
  const chunker = createChunker(options.format, options.recordLength, compression.chunkPoints);
  const queue = createChunkQueue(sink, compression);
  return {
    async write(records: PointRecords) {
      for (let at = 0; at < records.count; ) {
        at += chunker.add(records, at);
        if (chunker.isFull()) await queue.push(chunker.take());
      }
    },
    async finish() {
      if (!chunker.isEmpty()) await queue.push(chunker.take());
      await queue.drain();
      await sink.writeAt(tablePointer, int64(sink.length));
      await sink.append(compression.encodeTable(queue.chunks));
    },
  };
}

function writePlain(sink: ByteSink) {
  return {
    write: ({ bytes, count, recordLength }: PointRecords) =>
      sink.append(bytes.subarray(0, count * recordLength)),
    finish: async () => undefined,
  };
}

/**
 * Starts a LAS or LAZ file on an empty sink. Memory is a few chunks, for any number of points. The same records and
 * options give the same bytes. Records that do not match the writer's format or length are bugs (`RangeError`);
 * errors of the sink and of `encode` pass through.
 */
export async function createLasWriter(sink: ByteSink, options: LasWriterOptions): Promise<LasWriter> {
  const { compression, vlrs, format, recordLength } = options;
  const all = compression ? [...vlrs, compression.vlr] : vlrs;
  const front = all.filter((vlr) => vlr.data.byteLength <= maxVlrData);
  const back = all.filter((vlr) => vlr.data.byteLength > maxVlrData);
  const summary = createSummary();
  const headerBytes = headerLength(options.versionMinor ?? 4);
  await sink.append(new Uint8Array(headerBytes));
  for (const vlr of front) await sink.append(encodeVlr(vlr));
  const pointDataOffset = sink.length;
  const points = compression ? await writeCompressed(sink, options, compression) : writePlain(sink);
  const checkFormat = (records: PointRecords) => {
    if (records.format === format && records.recordLength === recordLength) return;
    throw new RangeError(`records of format ${records.format} given to a writer of format ${format}`);
  };
  return {
    async write(records) {
      checkFormat(records);
      addRecords(summary, records);
      await points.write(records);
    },
    async writeSummed(records, known) {
      checkFormat(records);
      addSummary(summary, known);
      await points.write(records);
    },
    async finish() {
      await points.finish();
      const evlrOffset = back.length > 0 ? sink.length : 0;
      for (const vlr of back) {
        await sink.append(encodeEvlrHeader(vlr, vlr.data.byteLength));
        await sink.append(vlr.data);
      }
      const layout = { pointDataOffset, vlrCount: front.length, evlrOffset, evlrCount: back.length };
      await sink.writeAt(0, encodeHeader(headerPlan(options, summary, layout)));
      return summary;
    },
  };
}
