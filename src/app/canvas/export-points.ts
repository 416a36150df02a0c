import type { PointOrder, WrittenPoints } from '#core/ports/clouds.ts';
import { mayBoxBeSeen, type PointFilter } from '#domain/cloud/point-filter.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSink } from '#domain/formats/byte-sink.ts';
import type { CopcNode } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import { type ModernFormat, modernFormatOf } from '#domain/formats/las/convert-records.ts';
import { findMixedTimes } from '#domain/formats/las/gps-time.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import {
  chooseFittingQuantisation,
  coarsenedNote,
  type Quantisation,
} from '#domain/formats/las/quantisation.ts';
import { keepRecords, withoutExtraBytes } from '#domain/formats/las/records-kept.ts';
import { recordTitles } from '#domain/formats/point-text/print-records.ts';
import { appendAll, maxOf, minOf } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { type CopcSource, childKeys } from '#gpu/streaming/copc-source.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { compressOn } from '#workers/io/compress-on.ts';
import { beginCopc } from './copc-sink.ts';

/** Layout of the records of a file to be written. */
interface Target {
  readonly format: ModernFormat;
  readonly recordLength: number;
  readonly quantisation: Quantisation;
}

interface Piece {
  readonly source: CopcSource;
  readonly node: CopcNode;
}

/** Appends points in order and ends the file. */
interface PointSink {
  write(records: PointRecords, key: NodeKey): Promise<void>;
  finish(): Promise<unknown>;
}

/** One cloud keeps its layout; several get all fields that any of them has, and the finest scale that fits. */
function targetOf(sources: readonly CopcSource[]): Target & Pick<WrittenPoints, 'told'> {
  const headers = sources.map(({ file }) => file.header);
  const format = maxOf(headers.map(({ pointFormat }) => modernFormatOf(pointFormat))) as ModernFormat;
  const [only, ...others] = headers;
  if (only && others.length === 0) {
    const { recordLength, scale, offset } = only;
    return { format, recordLength, quantisation: { scale, offset }, told: [] };
  }
  const along = (of: (axis: 0 | 1 | 2) => number): Triple => [of(0), of(1), of(2)];
  const min = along((axis) => minOf(headers.map((header) => header.min[axis])));
  const max = along((axis) => maxOf(headers.map((header) => header.max[axis])));
  const step = along((axis) => minOf(headers.map(({ scale }) => scale[axis])));
  const quantisation = chooseFittingQuantisation(min, max, step);
  const names = sources.map(({ file }) => file.source.name).join(', ');
  const target = { format, recordLength: pointFormat(format).length, quantisation };
  return { ...target, told: coarsenedNote(names, step, quantisation) };
}

/** Whether a box may hold points of one of the areas. */
function mayTouchAreas(areas: PointOrder['areas'], min: WorldPoint, max: WorldPoint): boolean {
  if (areas === null) return true;
  return areas.some((ring) => {
    const along = (axis: 0 | 1) => ring.filter((_, at) => at % 2 === axis);
    const [xs, ys] = [along(0), along(1)];
    return minOf(xs) <= max[0] && maxOf(xs) >= min[0] && minOf(ys) <= max[1] && maxOf(ys) >= min[1];
  });
}

/** All nodes of a cloud that may contain requested points, level by level. */
async function piecesOf(
  source: CopcSource,
  filter: PointFilter,
  areas: PointOrder['areas'],
  signal: AbortSignal,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let keys = [{ level: 0, x: 0, y: 0, z: 0 }];
  while (keys.length > 0) {
    const next: typeof keys = [];
    for (const key of keys) {
      const page = source.pageOf(key);
      // Invalid pages are reported by the view, which reads them too.
      if (page) await source.loadPage(page, signal, () => undefined);
      const node = source.node(key);
      if (node && node.pointCount > 0) pieces.push({ source, node });
      appendAll(next, childKeys(key));
    }
    keys = next.filter((key) => {
      const { min, max } = source.boxOf(key);
      const isThere = source.node(key) !== undefined || source.pageOf(key) !== undefined;
      return isThere && mayBoxBeSeen(filter, min, max) && mayTouchAreas(areas, min, max);
    });
  }
  return pieces;
}

/** The variable-length records to copy from a file, with its system. */
async function recordsOf(file: LasFile, signal: AbortSignal) {
  return await keepRecords(file, await readCrs(file.crsDeclarations), true, signal);
}

async function beginLas(
  [first]: readonly CopcSource[],
  target: Target,
  isSingle: boolean,
  sink: ByteSink,
  compression: ReturnType<typeof compressOn> | null,
  signal: AbortSignal,
): Promise<PointSink> {
  const { file } = first!;
  const kept = await recordsOf(file, signal);
  return await createLasWriter(sink, {
    ...target,
    gpsTimeType: file.header.gpsTimeType,
    ...(isSingle ? kept : withoutExtraBytes(kept)),
    identity: file.header,
    ...(compression ? { compression } : {}),
  });
}

async function beginText(
  target: Target,
  sink: ByteSink,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<PointSink> {
  await sink.append(new TextEncoder().encode(recordTitles(target.format !== 6)));
  return {
    async write(records) {
      const options = { signal, transfer: [records.bytes.buffer as ArrayBuffer] };
      const input = { records, quantisation: target.quantisation };
      await sink.append(await pool.run('cloud.printPoints', input, options));
    },
    finish: async () => undefined,
  };
}

async function begin(
  sources: readonly CopcSource[],
  format: PointOrder['format'],
  target: Target,
  sink: ByteSink,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<PointSink> {
  if (format === 'xyz') return await beginText(target, sink, pool, signal);
  const [first, ...others] = sources;
  if (format === 'copc') {
    if (!first || others.length > 0) throw new AppError('editor.copc-of-several');
    return await beginCopc(
      first,
      { ...target, ...(await recordsOf(first.file, signal)) },
      sink,
      pool,
      signal,
    );
  }
  const compression = format === 'laz' ? compressOn(pool, target, signal) : null;
  return await beginLas(sources, target, others.length === 0, sink, compression, signal);
}

/**
 * Writes the requested points of clouds to an empty sink and returns their number. Nodes are read, decoded and filtered
 * in the pool, a few at a time, and written in order: the same clouds and order give the same bytes. Errors: those of
 * reading the files, `process.mixed-times`, `editor.copc-of-several`, `AbortError`.
 */
export async function exportPoints(
  sources: readonly CopcSource[],
  order: PointOrder,
  sink: ByteSink,
  pool: TaskPool,
  signal: AbortSignal,
  report: (fraction: number) => void,
): Promise<WrittenPoints> {
  const mixed = findMixedTimes(sources.map(({ file }) => ({ name: file.source.name, header: file.header })));
  if (mixed && order.format !== 'xyz') throw new AppError(mixed.code, mixed.params);
  const { told, ...target } = targetOf(sources);
  const { filter, areas } = order;
  const pieces: Piece[] = [];
  for (const source of sources) appendAll(pieces, await piecesOf(source, filter, areas, signal));
  const writer = await begin(sources, order.format, target, sink, pool, signal);
  const select = async ({ source, node }: Piece): Promise<PointRecords> => {
    const chunk = await source.readChunk(node, signal);
    const { scale, offset } = source;
    const input = { chunk, quantisation: { scale, offset }, filter, areas, to: target };
    return await pool.run('cloud.selectPoints', input, { signal, transfer: [chunk.compressed.buffer] });
  };
  const total = pieces.reduce((sum, { node }) => sum + node.pointCount, 0);
  let [written, done] = [0, 0];
  const pending: Promise<PointRecords>[] = [];
  for (let at = 0, begun = 0; at < pieces.length; at++) {
    for (; begun < pieces.length && pending.length <= pool.size; begun++) {
      const work = select(pieces[begun]!);
      // A failure is handled where the piece is awaited, in order; this only prevents an unhandled rejection.
      work.catch(() => undefined);
      pending.push(work);
    }
    const records = await pending.shift()!;
    signal.throwIfAborted();
    written += records.count;
    done += pieces[at]!.node.pointCount;
    if (records.count > 0) await writer.write(records, pieces[at]!.node.key);
    report(done / total);
  }
  await writer.finish();
  return { count: written, told };
}
