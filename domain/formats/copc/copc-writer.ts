import { AppError } from '../../errors/app-error.ts';
import type { ByteSink } from '../byte-sink.ts';
import type { LasHeader, Triple } from '../las/header.ts';
import { encodeHeader, type HeaderPlan, headerLength } from '../las/header-write.ts';
import { pointFormat } from '../las/point-format.ts';
import type { Quantisation } from '../las/quantisation.ts';
import { type PointSummary, summaryBounds } from '../las/summary.ts';
import { encodeEvlrHeader, encodeVlr, maxVlrData, type VlrContent } from '../las/vlr.ts';
import { encodeChunkTable } from '../laz/chunk-table.ts';
import {
  createLazVlr,
  encodeLazVlr,
  lazVlrRecordId,
  lazVlrUserId,
  variableChunkSize,
} from '../laz/laz-vlr.ts';
import { type CopcNode, nodeId } from './hierarchy.ts';
import { encodeHierarchy } from './hierarchy-write.ts';
import {
  type CopcPage,
  copcHierarchyRecordId,
  copcInfoBytes,
  copcInfoRecordId,
  copcUserId,
  encodeCopcInfo,
} from './info.ts';
import type { NodeKey, OctreeCube } from './octree.ts';

export interface CopcWriterOptions {
  /** 6, 7 or 8. */
  readonly format: number;
  readonly recordLength: number;
  readonly quantisation: Quantisation;
  readonly gpsTimeType: LasHeader['gpsTimeType'];
  /** The root cube, in the units of the file's CRS. */
  readonly cube: OctreeCube;
  /** Distance between the points of the root node. */
  readonly spacing: number;
  /** Records to keep: WKT, extra bytes, others. Those of LAZ and COPC are the writer's own and are skipped here. */
  readonly vlrs: readonly VlrContent[];
  readonly hasWktBit: boolean;
  /** Name of the file in errors. */
  readonly file: string;
  /** Carried into the header. */
  readonly identity?: Partial<
    Pick<LasHeader, 'fileSourceId' | 'projectId' | 'systemIdentifier' | 'creationDay' | 'creationYear'>
  >;
}

/** Writes a COPC 1.0 file front to back; header and info record are written again at the end. */
export interface CopcWriter {
  /**
   * Appends a finished node; nodes come in any order. `chunk` is its points as one LAZ chunk, empty where `count`
   * is 0 (a node that only has descendants). Error: `copc.node-twice`.
   */
  writeNode(node: { key: NodeKey; count: number; chunk: Uint8Array }): Promise<void>;
  /**
   * Writes chunk table, hierarchy, long records, header and info. `summary` is that of all points written; a
   * different number of points is the program's fault (`RangeError`), as is a node without its parent.
   */
  finish(summary: PointSummary): Promise<void>;
}

function isOwnRecord({ userId }: VlrContent): boolean {
  return userId === lazVlrUserId || userId === copcUserId;
}

function frontRecords(options: CopcWriterOptions): VlrContent[] {
  const extraBytes = options.recordLength - pointFormat(options.format).length;
  const laz = encodeLazVlr(createLazVlr(options.format, extraBytes, variableChunkSize));
  const fits = (vlr: VlrContent) => vlr.data.byteLength <= maxVlrData;
  return [
    {
      userId: copcUserId,
      recordId: copcInfoRecordId,
      description: 'COPC info VLR',
      data: new Uint8Array(copcInfoBytes),
    },
    { userId: lazVlrUserId, recordId: lazVlrRecordId, description: 'LAZ', data: laz },
    ...options.vlrs.filter((vlr) => !isOwnRecord(vlr) && fits(vlr)),
  ];
}

function int64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
  return bytes;
}

function timeRange({ minTime, maxTime }: PointSummary): readonly [number, number] {
  return minTime <= maxTime ? [minTime, maxTime] : [0, 0];
}

const zero: Triple = [0, 0, 0];

interface Layout {
  pointDataOffset: number;
  vlrCount: number;
  evlrOffset: number;
  evlrCount: number;
}

function pickIdentity(identity: NonNullable<CopcWriterOptions['identity']>): Partial<HeaderPlan> {
  const { fileSourceId, projectId, systemIdentifier, creationDay, creationYear } = identity;
  const picked = { fileSourceId, projectId, systemIdentifier, creationDay, creationYear };
  return Object.fromEntries(Object.entries(picked).filter(([, value]) => value !== undefined));
}

function headerOf(options: CopcWriterOptions, summary: PointSummary, layout: Layout): Uint8Array {
  const bounds = summaryBounds(summary, options.quantisation);
  const plan: HeaderPlan = {
    versionMinor: 4,
    pointFormat: options.format,
    isCompressed: true,
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
    ...pickIdentity(options.identity ?? {}),
  };
  return encodeHeader(plan);
}

/**
 * Starts a COPC file on an empty sink. Memory is an entry of some hundred bytes per node, for any number of points.
 * The same nodes in the same order give the same bytes. Errors of the sink pass through.
 */
export async function createCopcWriter(sink: ByteSink, options: CopcWriterOptions): Promise<CopcWriter> {
  if (options.format < 6 || options.format > 8) throw new RangeError(`COPC has no format ${options.format}`);
  const front = frontRecords(options);
  const back = options.vlrs.filter((vlr) => !isOwnRecord(vlr) && vlr.data.byteLength > maxVlrData);
  await sink.append(new Uint8Array(headerLength(4)));
  const infoOffset = headerLength(4) + encodeVlr({ ...front[0]!, data: new Uint8Array(0) }).byteLength;
  for (const vlr of front) await sink.append(encodeVlr(vlr));
  const pointDataOffset = sink.length;
  await sink.append(int64(-1));
  const nodes = new Map<string, CopcNode>();
  let pointCount = 0;

  async function writeHierarchy(): Promise<{ evlrOffset: number; rootPage: CopcPage }> {
    const evlrOffset = sink.length;
    const record = { userId: copcUserId, recordId: copcHierarchyRecordId, description: 'COPC hierarchy' };
    const start = evlrOffset + encodeEvlrHeader(record, 0).byteLength;
    const { data, rootByteLength } = encodeHierarchy([...nodes.values()], start);
    await sink.append(encodeEvlrHeader(record, data.byteLength));
    await sink.append(data);
    return { evlrOffset, rootPage: { offset: start, byteLength: rootByteLength } };
  }

  return {
    async writeNode({ key, count, chunk }) {
      const id = nodeId(key);
      if (nodes.has(id)) throw new AppError('copc.node-twice', { file: options.file, node: id });
      if (count > 0 !== chunk.byteLength > 0) throw new RangeError(`node ${id}: ${count} points`);
      const offset = count > 0 ? sink.length : 0;
      nodes.set(id, { key: { ...key }, offset, byteLength: chunk.byteLength, pointCount: count });
      pointCount += count;
      if (count > 0) await sink.append(chunk);
    },
    async finish(summary) {
      if (summary.count !== pointCount) {
        throw new RangeError(`${pointCount} points written, ${summary.count} summed up`);
      }
      const chunks = [...nodes.values()].filter((node) => node.pointCount > 0);
      await sink.writeAt(pointDataOffset, int64(sink.length));
      await sink.append(encodeChunkTable(chunks, true));
      const { evlrOffset, rootPage } = await writeHierarchy();
      for (const vlr of back) {
        await sink.append(encodeEvlrHeader(vlr, vlr.data.byteLength));
        await sink.append(vlr.data);
      }
      const layout = { pointDataOffset, vlrCount: front.length, evlrOffset, evlrCount: 1 + back.length };
      const { cube, spacing } = options;
      const halfSize = cube.size / 2;
      const center: Triple = [cube.minX + halfSize, cube.minY + halfSize, cube.minZ + halfSize];
      const info = { center, halfSize, spacing, rootPage, gpsTime: timeRange(summary) };
      await sink.writeAt(infoOffset, encodeCopcInfo(info));
      await sink.writeAt(0, headerOf(options, summary, layout));
    },
  };
}
