import type { OctreeCube } from '#domain/formats/copc/octree.ts';
import { cubeOf } from '#domain/formats/copc/octree.ts';
import {
  convertRecords,
  type DroppedField,
  type ModernFormat,
  modernFormatOf,
} from '#domain/formats/las/convert-records.ts';
import { adjustWeekTimes, timeTypeOf } from '#domain/formats/las/gps-time.ts';
import type { LasHeader, Triple } from '#domain/formats/las/header.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import {
  chooseFittingQuantisation,
  isSameQuantisation,
  type Quantisation,
  requantiseRecords,
} from '#domain/formats/las/quantisation.ts';
import {
  addRecords,
  colourBits,
  createSummary,
  type PointSummary,
  summaryBounds,
} from '#domain/formats/las/summary.ts';
import { widenColours } from '#domain/formats/las/widen-colours.ts';
import { greatestOf, leastOf } from '#domain/math/extremes.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { decodeOn, readCloud, sampleCloud } from '#workers/io/read-cloud.ts';
import { hasSameExtraBytes, type InputCloud } from '../inputs.ts';
import { createDensityMap, type DensityMap } from './density.ts';
import { createSpoolWriter, type Spool } from './spool.ts';

/** What is read of an input. */
export type IngestInput = Pick<InputCloud, 'file' | 'name'>;

/** What may be chosen about the points' form; the point format is the largest of the inputs' where none is given. */
export interface IngestChoice {
  readonly format?: ModernFormat;
  readonly drop?: readonly DroppedField[];
  readonly acceptTruncated?: boolean | undefined;
  /** GPS week of files whose times are seconds of the week; all times become adjusted standard GPS time. */
  readonly gpsWeek?: number | undefined;
  /** Scale 8-bit colours to 16 bits, file by file. */
  readonly widensColours?: boolean;
  /** Points are moved to other places; they stay where they are where it is left out. */
  readonly move?: PointMove;
  /** Only some points are kept; all where it is left out. */
  readonly select?: PointSelection;
}

/** Keeps some of the points. */
export interface PointSelection {
  /** Bounds of the kept points, about. */
  readonly bounds: { readonly min: Triple; readonly max: Triple };
  /** The records that are kept, in their order. */
  apply(records: PointRecords, quantisation: Quantisation): PointRecords;
}

/** Puts points elsewhere: in another coordinate system. */
export interface PointMove {
  /** Scale and offset of the moved points. */
  readonly quantisation: Quantisation;
  /** Bounds of the moved points, about. */
  readonly bounds: { readonly min: Triple; readonly max: Triple };
  /** Rewrites the integers of raw records in place, from a scale and offset to those of the moved points. */
  apply(records: PointRecords, from: Quantisation): void;
}

/** How all points of a project are stored, whatever the files they came from. */
export interface IngestLayout {
  readonly format: ModernFormat;
  readonly recordLength: number;
  readonly quantisation: Quantisation;
  /** True where the extra bytes of the files are kept: all files have the same. */
  readonly keepsExtraBytes: boolean;
  readonly gpsTimeType: LasHeader['gpsTimeType'];
}

/** What was found on the way, plain data. */
export interface IngestFacts {
  readonly layout: IngestLayout;
  readonly summary: SummaryFacts;
  readonly min: Triple;
  readonly max: Triple;
  readonly density: DensityMap;
  /** Names of the files whose 8-bit colours were scaled to 16 bits. */
  readonly widened: readonly string[];
  /** Points read of each input, in the order of the inputs. */
  readonly counts: readonly number[];
}

/** A point summary as plain JSON. */
export interface SummaryFacts {
  readonly count: number;
  readonly byReturn: readonly number[];
  readonly byClass: readonly number[];
  readonly withheld: number;
  readonly minInteger: readonly number[];
  readonly maxInteger: readonly number[];
  readonly maxColour: number;
  readonly badTimes: number;
  /** Null where no point has a time. */
  readonly timeRange: readonly [number, number] | null;
}

export function summaryFacts(summary: PointSummary): SummaryFacts {
  const hasTimes = summary.minTime <= summary.maxTime;
  return {
    count: summary.count,
    byReturn: [...summary.byReturn],
    byClass: [...summary.byClass],
    withheld: summary.withheld,
    minInteger: [...summary.minInteger],
    maxInteger: [...summary.maxInteger],
    maxColour: summary.maxColour,
    badTimes: summary.badTimes,
    timeRange: hasTimes ? [summary.minTime, summary.maxTime] : null,
  };
}

function extraBytesOf({ file }: IngestInput): number {
  return file.header.recordLength - pointFormat(file.header.pointFormat).length;
}

function boundsOf(inputs: readonly IngestInput[]): { min: Triple; max: Triple } | null {
  const all = inputs.map((input) => input.file.bounds);
  const pick = (choose: (...values: number[]) => number, side: 'min' | 'max') =>
    [0, 1, 2].map((axis) => choose(...all.map((bounds) => bounds![side][axis]!))) as unknown as Triple;
  return all.every(Boolean) ? { min: pick(Math.min, 'min'), max: pick(Math.max, 'max') } : null;
}

/** The finest scale of files on each axis. */
export function finestScale(inputs: readonly IngestInput[]): Triple {
  return [0, 1, 2].map((axis) =>
    leastOf(inputs.map(({ file }) => Math.abs(file.header.scale[axis]!))),
  ) as unknown as Triple;
}

/** Layout of the merged cloud: the files' own scale and offset where they share them, so that integers stay the same. */
function planLayout(
  inputs: readonly IngestInput[],
  bounds: { min: Triple; max: Triple },
  choice: IngestChoice,
): IngestLayout {
  const first = inputs[0]!;
  const format =
    choice.format ??
    (greatestOf(inputs.map(({ file }) => modernFormatOf(file.header.pointFormat))) as ModernFormat);
  const isShared = inputs.every(({ file }) => isSameQuantisation(file.header, first.file.header));
  const { scale, offset } = first.file.header;
  const own = () =>
    isShared
      ? { scale, offset }
      : chooseFittingQuantisation(bounds.min, bounds.max, finestScale(inputs), first.name);
  const quantisation = choice.move?.quantisation ?? own();
  const keepsExtraBytes = inputs.every((input) => hasSameExtraBytes(input, first));
  const recordLength = pointFormat(format).length + (keepsExtraBytes ? extraBytesOf(first) : 0);
  const types = new Set(inputs.map(({ file }) => timeTypeOf(file.header)));
  const isAdjusted = types.has('adjusted-standard') || (types.has('week') && choice.gpsWeek !== undefined);
  const gpsTimeType = isAdjusted ? 'adjusted-standard' : first.file.header.gpsTimeType;
  return { format, recordLength, quantisation, keepsExtraBytes, gpsTimeType };
}

/** The header of a merged cloud: that of its first file, with the type of times that all points have. */
export function headerOf({ file }: IngestInput, { gpsTimeType }: IngestLayout): LasHeader {
  return { ...file.header, gpsTimeType };
}

function dropExtraBytes(records: PointRecords): PointRecords {
  const { length } = pointFormat(records.format);
  const bytes = new Uint8Array(records.count * length);
  for (let point = 0; point < records.count; point++) {
    const from = point * records.recordLength;
    bytes.set(records.bytes.subarray(from, from + length), point * length);
  }
  return { ...records, recordLength: length, bytes };
}

/** For each file whether its colours look like 8-bit ones, from a sample of its points. */
async function findEightBit(
  inputs: readonly IngestInput[],
  choice: IngestChoice,
  pool: TaskPool,
  signal?: AbortSignal,
): Promise<boolean[]> {
  const found = [];
  for (const { file } of inputs) {
    const summary = createSummary();
    if (choice.widensColours && pointFormat(file.header.pointFormat).rgb !== undefined) {
      for await (const records of sampleCloud(file, decodeOn(pool), signal)) addRecords(summary, records);
    }
    found.push(colourBits(summary) === 8);
  }
  return found;
}

/**
 * All points in the layout's form. Ends early, with the file's mark in `eightBit` taken back, where a file turns out to
 * have 16-bit colours after all.
 */
async function* readInputs(
  inputs: readonly IngestInput[],
  layout: IngestLayout,
  choice: IngestChoice,
  eightBit: boolean[],
  counts: number[],
  read: (count: number) => void,
  pool: TaskPool,
  signal?: AbortSignal,
) {
  const { acceptTruncated = false, drop = ['waveform'], gpsWeek } = choice;
  for (const [index, { file, name }] of inputs.entries()) {
    const options = { parallel: pool.size + 1, acceptTruncated, ...(signal ? { signal } : {}) };
    for await (const raw of readCloud(file, decodeOn(pool), options)) {
      const kept = layout.keepsExtraBytes ? raw : dropExtraBytes(raw);
      const converted = convertRecords(kept, layout.format, { drop, file: name });
      if (gpsWeek !== undefined && timeTypeOf(file.header) === 'week')
        adjustWeekTimes(converted, gpsWeek, name);
      const records = choice.select?.apply(converted, file.header) ?? converted;
      read(raw.count);
      if (choice.move) choice.move.apply(records, file.header);
      else requantiseRecords(records, file.header, layout.quantisation, name);
      if (eightBit[index] && !widenColours(records)) {
        eightBit[index] = false;
        return;
      }
      counts[index]! += records.count;
      yield records;
    }
  }
}

/** True bounds of the points, from reading them all: for files whose header does not tell. */
async function scanBounds(inputs: readonly IngestInput[], pool: TaskPool, signal?: AbortSignal) {
  let all: { min: Triple; max: Triple } | null = null;
  for (const { file } of inputs) {
    const summary = createSummary();
    const options = { parallel: pool.size + 1, acceptTruncated: true, ...(signal ? { signal } : {}) };
    for await (const records of readCloud(file, decodeOn(pool), options)) addRecords(summary, records);
    const own = summaryBounds(summary, file.header);
    if (!own) continue;
    const { min, max }: { min: Triple; max: Triple } = all ?? own;
    all = {
      min: min.map((value, axis) => Math.min(value, own.min[axis]!)) as unknown as Triple,
      max: max.map((value, axis) => Math.max(value, own.max[axis]!)) as unknown as Triple,
    };
  }
  return all;
}

function isWithin(
  found: { min: Triple; max: Triple },
  bounds: { min: Triple; max: Triple },
  scale: Triple,
): boolean {
  return [0, 1, 2].every(
    (axis) =>
      found.min[axis]! >= bounds.min[axis]! - scale[axis]! &&
      found.max[axis]! <= bounds.max[axis]! + scale[axis]!,
  );
}

/**
 * Reads all points once and sorts them into a spool. The header's bounds lay out the octree; where they turn out to
 * be wrong the points are read again with the true ones, and likewise where colours do.
 */
export async function ingest(
  inputs: readonly IngestInput[],
  spoolFolder: string,
  pool: TaskPool,
  report: (fraction: number) => void,
  signal?: AbortSignal,
  choice: IngestChoice = {},
): Promise<{ facts: IngestFacts; spool: Spool }> {
  const expected = inputs.reduce((sum, { file }) => sum + file.availablePoints, 0);
  let bounds =
    choice.move?.bounds ??
    choice.select?.bounds ??
    boundsOf(inputs) ??
    (await scanBounds(inputs, pool, signal));
  const eightBit = await findEightBit(inputs, choice, pool, signal);
  for (;;) {
    const assumed = eightBit.join();
    const known = bounds ?? { min: [0, 0, 0] as const, max: [0, 0, 0] as const };
    const layout = planLayout(inputs, known, choice);
    const cube: OctreeCube = cubeOf(known.min, known.max, layout.quantisation.scale);
    const scaling = layout.quantisation;
    const spoolLayout = { format: layout.format, recordLength: layout.recordLength, scaling, cube };
    const writer = await createSpoolWriter(spoolFolder, spoolLayout, expected);
    const summary = createSummary();
    const density = createDensityMap(known.min, known.max);
    const counts = inputs.map(() => 0);
    let seen = 0;
    const read = (count: number) => {
      seen += count;
      report(seen / expected);
    };
    for await (const records of readInputs(inputs, layout, choice, eightBit, counts, read, pool, signal)) {
      addRecords(summary, records);
      density.add(records, scaling);
      await writer.add(records);
    }
    if (eightBit.join() !== assumed) continue;
    const spool = await writer.finish();
    const found = summaryBounds(summary, layout.quantisation) ?? known;
    if (isWithin(found, known, layout.quantisation.scale)) {
      const widened = inputs.flatMap(({ name }, index) => (eightBit[index] ? [name] : []));
      const facts = {
        layout,
        summary: summaryFacts(summary),
        ...found,
        density: density.finish(),
        widened,
        counts,
      };
      return { facts, spool };
    }
    bounds = found;
  }
}
