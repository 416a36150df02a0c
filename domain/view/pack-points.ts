import type { PointLayers } from '#domain/formats/las/points.ts';
import { type Quantiles, quantilesOf } from '#domain/view/histogram.ts';
import { endsOf, integerBounds, percentiles, sortedSample } from './column-ranges.ts';

/** 32-bit words of a packed point: two of position, (red, green, blue, class), (intensity, return, returns). */
export const wordsPerPoint = 4;
/** 32-bit words of a point's flight data: point source, time. */
export const wordsPerFlight = 2;
/** Bits of a position along an axis. */
const axisBits = 21;
/** Offset of a stored position of 0 below the origin. */
const middleStep = 2 ** (axisBits - 1);

/**
 * Points in GPU layout, also kept on the CPU: a pick reads the record from here. `words` has `wordsPerPoint` words per
 * point. The first two hold x, y, z in 21 bits each: steps from `origin`, with 2²⁰ added. A step is one file integer
 * unless the points extend over more than 2²¹ of them; then `exact` has all integers.
 */
export interface PackedPoints {
  readonly count: number;
  readonly words: Uint32Array<ArrayBuffer>;
  /** File integers per step, a power of two. */
  readonly step: number;
  /** xyz per point, length 3n, file integers, where `step` is above 1; else null. */
  readonly exact: Int32Array | null;
  /** `wordsPerFlight` words per point: point source, and float32 seconds since `timeBase`; null if not requested. */
  readonly flight: Uint32Array<ArrayBuffer> | null;
  readonly timeBase: number;
  /** Times as stored in the file, length n; null if not requested or absent. */
  readonly gpsTime: Float64Array | null;
  /** File integers at the centre of the points. */
  readonly origin: readonly [number, number, number];
  /** Minimum and maximum file integers; undefined without points. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  readonly hasRgb: boolean;
  readonly hasIntensity: boolean;
  readonly hasClassification: boolean;
  readonly hasReturns: boolean;
  /** 2nd and 98th percentile of a sample of the intensities, or null. */
  readonly intensityRange: readonly [number, number] | null;
  /** 1st and 99th percentile of a sample of the file z integers, or null. */
  readonly zRange: readonly [number, number] | null;
  /** Quantiles of samples of the file z integers and of the intensities, or null. */
  readonly zQuantiles: Quantiles | null;
  readonly intensityQuantiles: Quantiles | null;
  /** Minimum and maximum of a sample of the times, or null. */
  readonly timeRange: readonly [number, number] | null;
  /** Classes present, ascending. */
  readonly classes: readonly number[];
}

/** Bits to shift stored colours by: 8 where they use 16 bits, 0 where 8-bit colours are stored in 16-bit fields. */
export function rgbShift(rgb: Uint16Array): 0 | 8 {
  for (const value of rgb) if (value > 255) return 8;
  return 0;
}

type Triple = readonly [number, number, number];

/** The smallest power of two as step for which the points' extent fits into 21 bits. */
function stepOf(min: Triple, max: Triple): number {
  const reach = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2], 0);
  let step = 1;
  while (reach / step >= 2 ** axisBits - 2) step *= 2;
  return step;
}

function packFlight(points: PointLayers, start: number, end: number) {
  const { gpsTime, pointSourceId } = points;
  if (!gpsTime && !pointSourceId) return { flight: null, timeBase: 0, gpsTime: null, timeRange: null };
  const times = gpsTime?.subarray(start, end) ?? null;
  const timeRange = times ? percentiles(times, 0, 1, 0, 1) : null;
  const timeBase = timeRange?.[0] ?? 0;
  const flight = new Uint32Array((end - start) * wordsPerFlight);
  const seconds = new Float32Array(flight.buffer);
  for (let i = 0; i < end - start; i++) {
    flight[i * wordsPerFlight] = pointSourceId?.[start + i] ?? 0;
    seconds[i * wordsPerFlight + 1] = times ? times[i]! - timeBase : 0;
  }
  return { flight, timeBase, gpsTime: times, timeRange };
}

/**
 * Packs points `start` to `end` of columns with `xyz`. The columns are not changed, but stay borrowed by the result.
 * `shift` is from `rgbShift` over the whole cloud.
 */
export function packPoints(points: PointLayers, start: number, end: number, shift: 0 | 8): PackedPoints {
  const xyz = points.xyz!;
  const { min, max } = integerBounds(xyz, start, end);
  const middle = (axis: 0 | 1 | 2) => (end > start ? Math.floor((min[axis] + max[axis]) / 2) : 0);
  const origin = [middle(0), middle(1), middle(2)] as const;
  const step = end > start ? stepOf(min, max) : 1;
  const words = new Uint32Array((end - start) * wordsPerPoint);
  const { rgb, intensity, classification, returnNumber, numberOfReturns } = points;
  const seen = new Uint8Array(256);
  for (let i = start, at = 0; i < end; i++, at += wordsPerPoint) {
    const x = Math.floor((xyz[i * 3]! - origin[0]) / step) + middleStep;
    const y = Math.floor((xyz[i * 3 + 1]! - origin[1]) / step) + middleStep;
    const z = Math.floor((xyz[i * 3 + 2]! - origin[2]) / step) + middleStep;
    words[at] = x | (y << 21);
    words[at + 1] = (y >>> 11) | (z << 10);
    const classNumber = classification ? classification[i]! : 0;
    seen[classNumber] = 1;
    const red = rgb ? rgb[i * 3]! >> shift : 0;
    const green = rgb ? rgb[i * 3 + 1]! >> shift : 0;
    const blue = rgb ? rgb[i * 3 + 2]! >> shift : 0;
    words[at + 2] = red | (green << 8) | (blue << 16) | (classNumber << 24);
    const returns = ((returnNumber?.[i] ?? 0) & 15) | (((numberOfReturns?.[i] ?? 0) & 15) << 4);
    words[at + 3] = (intensity?.[i] ?? 0) | (returns << 16);
  }
  const elevations = sortedSample(xyz.subarray(start * 3, end * 3), 2, 3);
  const intensities = intensity ? sortedSample(intensity.subarray(start, end), 0, 1) : [];
  return {
    count: end - start,
    words,
    step,
    exact: step > 1 ? xyz.slice(start * 3, end * 3) : null,
    ...packFlight(points, start, end),
    origin,
    min,
    max,
    hasRgb: rgb !== undefined,
    hasIntensity: intensity !== undefined,
    hasClassification: classification !== undefined,
    hasReturns: returnNumber !== undefined && numberOfReturns !== undefined,
    intensityRange: endsOf(intensities, 0.02, 0.98),
    zRange: endsOf(elevations, 0.01, 0.99),
    zQuantiles: quantilesOf(elevations),
    intensityQuantiles: quantilesOf(intensities),
    classes: classification ? [...seen.keys()].filter((number) => seen[number] === 1) : [],
  };
}

/** Memory of packed points on CPU and device together, bytes. */
export function packedBytes({ words, flight, exact, gpsTime }: PackedPoints): number {
  const twice = words.byteLength + (flight?.byteLength ?? 0);
  return twice * 2 + (exact?.byteLength ?? 0) + (gpsTime?.byteLength ?? 0);
}

/** One packed point with the file's values; colours in 8 bits. */
export interface UnpackedPoint {
  readonly integers: [number, number, number];
  readonly rgb: [number, number, number];
  readonly classification: number;
  readonly intensity: number;
  readonly returnNumber: number;
  readonly numberOfReturns: number;
  /** Null where flight data was not requested. */
  readonly pointSourceId: number | null;
  readonly gpsTime: number | null;
}

function integersOf(packed: PackedPoints, index: number): [number, number, number] {
  const { exact, origin, words } = packed;
  if (exact) return [exact[index * 3]!, exact[index * 3 + 1]!, exact[index * 3 + 2]!];
  const low = words[index * wordsPerPoint]!;
  const high = words[index * wordsPerPoint + 1]!;
  const x = low & 0x1fffff;
  const y = (low >>> 21) | ((high & 0x3ff) << 11);
  const z = (high >>> 10) & 0x1fffff;
  return [x - middleStep + origin[0], y - middleStep + origin[1], z - middleStep + origin[2]];
}

/** Unpacks point `index`; its integers are the file's own. */
export function unpackPoint(packed: PackedPoints, index: number): UnpackedPoint {
  const at = index * wordsPerPoint;
  const colour = packed.words[at + 2]!;
  const attributes = packed.words[at + 3]!;
  return {
    integers: integersOf(packed, index),
    rgb: [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255],
    classification: colour >>> 24,
    intensity: attributes & 0xffff,
    returnNumber: (attributes >>> 16) & 15,
    numberOfReturns: (attributes >>> 20) & 15,
    pointSourceId: packed.flight ? packed.flight[index * wordsPerFlight]! : null,
    gpsTime: packed.gpsTime ? packed.gpsTime[index]! : null,
  };
}
