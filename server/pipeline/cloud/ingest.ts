import type { DensityGrid, DensityMap } from '#domain/cloud/density-map.ts';
import { densityGridOf } from '#domain/cloud/density-map.ts';
import type { PointMove } from '#domain/cloud/move-points.ts';
import type { PlanArea } from '#domain/cloud/plan-areas.ts';
import type { PointPreparation, PreparedPoints } from '#domain/cloud/prepare-points.ts';
import type { ColumnGrid } from '#domain/cloud/sort-into-columns.ts';
import { cubeOf } from '#domain/formats/copc/octree.ts';
import { type DroppedField, type ModernFormat, modernFormatOf } from '#domain/formats/las/convert-records.ts';
import { timeTypeOf } from '#domain/formats/las/gps-time.ts';
import type { LasHeader, Triple } from '#domain/formats/las/header.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import {
  chooseFittingQuantisation,
  isSameQuantisation,
  type Quantisation,
} from '#domain/formats/las/quantisation.ts';
import {
  addRecords,
  addSummary,
  colourBits,
  createSummary,
  type PointSummary,
  summaryBounds,
} from '#domain/formats/las/summary.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { StoredPoints } from '#workers/contract/cloud-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { decodeOn, sampleCloud, summariseOn, transferPoints, workOnCloud } from '#workers/io/read-cloud.ts';
import { hasSameExtraBytes, type InputCloud } from '../inputs.ts';
import { createSpoolWriter, type Spool } from './spool.ts';

/** The parts read of an input. */
export type IngestInput = Pick<InputCloud, 'file' | 'name'>;

/** Options of the points' form; the point format is the largest of the inputs' where none is given. */
export interface IngestChoice {
  readonly format?: ModernFormat;
  readonly drop?: readonly DroppedField[];
  readonly acceptTruncated?: boolean | undefined;
  /** GPS week of files whose times are seconds of the week; all times become adjusted standard GPS time. */
  readonly gpsWeek?: number | undefined;
  /** Scale 8-bit colours to 16 bits, file by file. */
  readonly widensColours?: boolean;
  /** Moves points; they are unchanged where left out. */
  readonly move?: BoundedMove;
  /** Selects points; all are kept where left out. */
  readonly select?: PointSelection;
}

/** Bounds of points, about. */
interface Bounds {
  readonly min: Triple;
  readonly max: Triple;
}

/** Keeps the points in some areas. */
export interface PointSelection {
  /** Of the kept points. */
  readonly bounds: Bounds;
  readonly areas: readonly PlanArea[];
}

/** Moves points to another coordinate system. */
export interface BoundedMove extends PointMove {
  /** Of the moved points. */
  readonly bounds: Bounds;
}

/** How all points of a project are stored, whatever files they come from. */
export interface IngestLayout {
  readonly format: ModernFormat;
  readonly recordLength: number;
  readonly quantisation: Quantisation;
  /** True where the extra bytes of the files are kept: all files have the same. */
  readonly keepsExtraBytes: boolean;
  readonly gpsTimeType: LasHeader['gpsTimeType'];
}

/** Observations of the run, plain data. */
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

function boundsOf(inputs: readonly IngestInput[]): Bounds | null {
  const all = inputs.map((input) => input.file.bounds);
  const pick = (choose: (...values: number[]) => number, side: 'min' | 'max') =>
    [0, 1, 2].map((axis) => choose(...all.map((bounds) => bounds![side][axis]!))) as unknown as Triple;
  return all.every(Boolean) ? { min: pick(Math.min, 'min'), max: pick(Math.max, 'max') } : null;
}

/** The finest scale of files on each axis. */
export function finestScale(inputs: readonly IngestInput[]): Triple {
  return [0, 1, 2].map((axis) =>
    minOf(inputs.map(({ file }) => Math.abs(file.header.scale[axis]!))),
  ) as unknown as Triple;
}

/**
 * Layout of the merged cloud: the files' own scale and offset where they share them, so that integers are unchanged.
 */
function planLayout(inputs: readonly IngestInput[], bounds: Bounds, choice: IngestChoice): IngestLayout {
  const first = inputs[0]!;
  const format =
    choice.format ??
    (maxOf(inputs.map(({ file }) => modernFormatOf(file.header.pointFormat))) as ModernFormat);
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

/** Chunks or blocks of a file processed concurrently. */
const readOptions = (pool: TaskPool, signal: AbortSignal | undefined, acceptTruncated: boolean) => ({
  parallel: pool.size + 1,
  acceptTruncated,
  ...(signal ? { signal } : {}),
});

/** What the pool does with the points of a file. */
function preparationOf(
  { file, name }: IngestInput,
  layout: IngestLayout,
  choice: IngestChoice,
  widensColours: boolean,
): PointPreparation {
  const { scale, offset } = file.header;
  const isWeek = timeTypeOf(file.header) === 'week';
  return {
    file: name,
    format: layout.format,
    keepsExtraBytes: layout.keepsExtraBytes,
    drop: choice.drop ?? ['waveform'],
    gpsWeek: isWeek ? (choice.gpsWeek ?? null) : null,
    from: { scale, offset },
    to: layout.quantisation,
    widensColours,
    move: choice.move ?? null,
    areas: choice.select?.areas ?? null,
  };
}

/**
 * All points in the layout's form, prepared in the pool, in the order of the files. Ends early, and clears the file's
 * flag in `eightBit`, where a file turns out to have 16-bit colours.
 */
async function* prepareInputs(
  inputs: readonly IngestInput[],
  layout: IngestLayout,
  grids: { readonly columns: ColumnGrid; readonly cells: DensityGrid },
  choice: IngestChoice,
  eightBit: boolean[],
  pool: TaskPool,
  signal?: AbortSignal,
): AsyncGenerator<{ index: number; prepared: PreparedPoints }, void> {
  for (const [index, input] of inputs.entries()) {
    const how = preparationOf(input, layout, choice, eightBit[index]!);
    const prepare = (points: StoredPoints) =>
      pool.run('cloud.preparePoints', { points, how, ...grids }, transferPoints(points, signal));
    const options = readOptions(pool, signal, choice.acceptTruncated ?? false);
    for await (const prepared of workOnCloud(input.file, prepare, options)) {
      if (!prepared) {
        eightBit[index] = false;
        return;
      }
      yield { index, prepared };
    }
  }
}

/** True bounds of the points, from reading them all; for files whose header is wrong. */
async function scanBounds(inputs: readonly IngestInput[], pool: TaskPool, signal?: AbortSignal) {
  let all: Bounds | null = null;
  for (const { file } of inputs) {
    const summary = createSummary();
    for await (const part of summariseOn(pool, file, readOptions(pool, signal, true))) {
      addSummary(summary, part);
    }
    const own = summaryBounds(summary, file.header);
    if (!own) continue;
    const { min, max }: Bounds = all ?? own;
    all = {
      min: min.map((value, axis) => Math.min(value, own.min[axis]!)) as unknown as Triple,
      max: max.map((value, axis) => Math.max(value, own.max[axis]!)) as unknown as Triple,
    };
  }
  return all;
}

function isWithin(found: Bounds, bounds: Bounds, scale: Triple): boolean {
  return [0, 1, 2].every(
    (axis) =>
      found.min[axis]! >= bounds.min[axis]! - scale[axis]! &&
      found.max[axis]! <= bounds.max[axis]! + scale[axis]!,
  );
}

/**
 * Reads all points once and sorts them into a spool; the pool decodes, converts, counts and sorts them, and this
 * thread only reads the files and writes the columns. The octree uses the header's bounds. Where these or the colours
 * turn out to be wrong, the points are read again.
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
    const cube = cubeOf(known.min, known.max, layout.quantisation.scale);
    const scaling = layout.quantisation;
    const spoolLayout = { format: layout.format, recordLength: layout.recordLength, scaling, cube };
    const writer = await createSpoolWriter(spoolFolder, spoolLayout, expected);
    const summary = createSummary();
    const cells = densityGridOf(known.min, known.max);
    const density = new Array<number>(cells.width * cells.height).fill(0);
    const counts = inputs.map(() => 0);
    const grids = { columns: writer.columns, cells };
    let seen = 0;
    for await (const { index, prepared } of prepareInputs(
      inputs,
      layout,
      grids,
      choice,
      eightBit,
      pool,
      signal,
    )) {
      addSummary(summary, prepared.summary);
      prepared.density.forEach((points, cell) => {
        density[cell]! += points;
      });
      counts[index]! += prepared.records.count;
      await writer.add(prepared, prepared.sums);
      seen += prepared.read;
      report(seen / expected);
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
        density: { ...cells, counts: density } satisfies DensityMap,
        widened,
        counts,
      };
      return { facts, spool };
    }
    bounds = found;
  }
}
