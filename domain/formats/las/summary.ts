import type { Triple } from './header.ts';
import { fieldOffsets, pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';
import type { Quantisation } from './quantisation.ts';

/** Statistics of points; grows with `addRecords`. */
export interface PointSummary {
  count: number;
  /** Integer bounds, xyz; +∞ and −∞ while there are no points. */
  readonly minInteger: Float64Array;
  readonly maxInteger: Float64Array;
  /** Points by return number; index is the number as stored, 0 to 15. */
  readonly byReturn: Float64Array;
  /** Points by class, index is the class. */
  readonly byClass: Float64Array;
  /** Points that are marked as not to be used. */
  withheld: number;
  /** Largest red, green or blue, 0 where the format has no colour. */
  maxColour: number;
  /** Times that are NaN or infinite. */
  badTimes: number;
  minTime: number;
  maxTime: number;
}

/** A summary of no points yet. */
export function createSummary(): PointSummary {
  return {
    count: 0,
    minInteger: new Float64Array(3).fill(Number.POSITIVE_INFINITY),
    maxInteger: new Float64Array(3).fill(Number.NEGATIVE_INFINITY),
    byReturn: new Float64Array(16),
    byClass: new Float64Array(256),
    withheld: 0,
    maxColour: 0,
    badTimes: 0,
    minTime: Number.POSITIVE_INFINITY,
    maxTime: Number.NEGATIVE_INFINITY,
  };
}

function addBounds(summary: PointSummary, view: DataView, records: PointRecords): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = summary.minInteger[axis] as number;
    let high = summary.maxInteger[axis] as number;
    for (let point = 0, at = axis * 4; point < records.count; point++, at += records.recordLength) {
      const value = view.getInt32(at, true);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    summary.minInteger[axis] = low;
    summary.maxInteger[axis] = high;
  }
}

function addTimes(summary: PointSummary, view: DataView, records: PointRecords, offset: number): void {
  for (let point = 0, at = offset; point < records.count; point++, at += records.recordLength) {
    const time = view.getFloat64(at, true);
    if (!Number.isFinite(time)) {
      summary.badTimes++;
      continue;
    }
    if (time < summary.minTime) summary.minTime = time;
    if (time > summary.maxTime) summary.maxTime = time;
  }
}

function addColours(summary: PointSummary, view: DataView, records: PointRecords, offset: number): void {
  let largest = summary.maxColour;
  for (let point = 0, at = offset; point < records.count; point++, at += records.recordLength) {
    const red = view.getUint16(at, true);
    const green = view.getUint16(at + 2, true);
    const blue = view.getUint16(at + 4, true);
    if (red > largest) largest = red;
    if (green > largest) largest = green;
    if (blue > largest) largest = blue;
  }
  summary.maxColour = largest;
}

/** Adds records, all of one format and quantisation, to a summary. */
export function addRecords(summary: PointSummary, records: PointRecords): void {
  const format = pointFormat(records.format);
  const { bytes, count, recordLength } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const returnMask = format.extended ? 15 : 7;
  const classMask = format.extended ? 255 : 31;
  const withheldMask = format.extended ? 1 << 2 : 1 << 7;
  for (let point = 0, at = 0; point < count; point++, at += recordLength) {
    const returnNumber = (bytes[at + fieldOffsets.returns] as number) & returnMask;
    const classification = (bytes[at + format.classification] as number) & classMask;
    summary.byReturn[returnNumber] = (summary.byReturn[returnNumber] as number) + 1;
    summary.byClass[classification] = (summary.byClass[classification] as number) + 1;
    if ((bytes[at + fieldOffsets.flags] as number) & withheldMask) summary.withheld++;
  }
  addBounds(summary, view, records);
  if (format.gpsTime !== undefined) addTimes(summary, view, records, format.gpsTime);
  if (format.rgb !== undefined) addColours(summary, view, records, format.rgb);
  summary.count += count;
}

/** Adds the statistics of other points of the same quantisation to a summary. */
export function addSummary(summary: PointSummary, other: PointSummary): void {
  for (let axis = 0; axis < 3; axis++) {
    summary.minInteger[axis] = Math.min(summary.minInteger[axis]!, other.minInteger[axis]!);
    summary.maxInteger[axis] = Math.max(summary.maxInteger[axis]!, other.maxInteger[axis]!);
  }
  for (let number = 0; number < 16; number++) summary.byReturn[number]! += other.byReturn[number]!;
  for (let number = 0; number < 256; number++) summary.byClass[number]! += other.byClass[number]!;
  summary.count += other.count;
  summary.withheld += other.withheld;
  summary.badTimes += other.badTimes;
  summary.maxColour = Math.max(summary.maxColour, other.maxColour);
  summary.minTime = Math.min(summary.minTime, other.minTime);
  summary.maxTime = Math.max(summary.maxTime, other.maxTime);
}

/** Bounds in coordinates, undefined while there are no points. Negative scales are allowed for. */
export function summaryBounds(
  summary: PointSummary,
  { scale, offset }: Quantisation,
): { min: Triple; max: Triple } | undefined {
  if (summary.count === 0) return undefined;
  const ends = [0, 1, 2].map((axis) => {
    const step = scale[axis] as number;
    const start = offset[axis] as number;
    const a = (summary.minInteger[axis] as number) * step + start;
    const b = (summary.maxInteger[axis] as number) * step + start;
    return [Math.min(a, b), Math.max(a, b)] as const;
  });
  const pick = (end: 0 | 1) => ends.map((pair) => pair[end]) as unknown as Triple;
  return { min: pick(0), max: pick(1) };
}

/**
 * Bits of the colours seen: 8 where none is above 255 (8-bit colours stored in 16-bit fields), 16 otherwise, 0 where
 * there is no colour or all is black.
 */
export function colourBits(summary: PointSummary): 0 | 8 | 16 {
  if (summary.maxColour === 0) return 0;
  return summary.maxColour > 255 ? 16 : 8;
}
