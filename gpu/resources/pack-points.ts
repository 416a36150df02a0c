import type { PointLayers } from '#domain/formats/las/points.ts';

/** 32-bit words of a packed point: x, y, z, (red, green, blue, class), (intensity, return, returns). */
export const wordsPerPoint = 5;

/**
 * Points as the device takes them, kept on the CPU too: a pick reads the record back from here.
 * `words` has `wordsPerPoint` words a point; the first three are int32, file integers less `origin`.
 */
export interface PackedPoints {
  readonly count: number;
  readonly words: Uint32Array<ArrayBuffer>;
  /** File integers that stored 0 stands for. */
  readonly origin: readonly [number, number, number];
  /** Least and greatest file integers; meaningless without points. */
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
  /** Classes met, ascending. */
  readonly classes: readonly number[];
}

/** Bits to shift stored colours by: 8 where they use 16 bits, 0 where 8-bit colours lie in 16-bit fields. */
export function rgbShift(rgb: Uint16Array): 0 | 8 {
  for (const value of rgb) if (value > 255) return 8;
  return 0;
}

function percentiles(values: ArrayLike<number>, from: number, stride: number, low: number, high: number) {
  const count = Math.floor((values.length - from + stride - 1) / stride);
  if (count <= 0) return null;
  const step = Math.max(1, Math.floor(count / 2000));
  const sample: number[] = [];
  for (let i = 0; i < count; i += step) sample.push(values[from + i * stride]!);
  sample.sort((a, b) => a - b);
  const at = (share: number) => sample[Math.min(sample.length - 1, Math.floor(share * sample.length))]!;
  return [at(low), at(high)] as const;
}

/** Integer bounds of `xyz` from point `start` to `end`. */
function bounds(xyz: Int32Array, start: number, end: number) {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = start * 3; i < end * 3; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = xyz[i + axis]!;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    }
  }
  return { min, max };
}

/**
 * Packs points `start` to `end` of columns with `xyz`. The columns are only read. The origin is the middle of the
 * points, so that integers stay small. `shift` is that of `rgbShift` over the whole cloud.
 */
export function packPoints(points: PointLayers, start: number, end: number, shift: 0 | 8): PackedPoints {
  const xyz = points.xyz!;
  const { min, max } = bounds(xyz, start, end);
  const middle = (axis: 0 | 1 | 2) => (end > start ? Math.floor((min[axis] + max[axis]) / 2) : 0);
  const origin = [middle(0), middle(1), middle(2)] as const;
  const words = new Uint32Array((end - start) * wordsPerPoint);
  const { rgb, intensity, classification, returnNumber, numberOfReturns } = points;
  const seen = new Uint8Array(256);
  for (let i = start, at = 0; i < end; i++, at += wordsPerPoint) {
    words[at] = xyz[i * 3]! - origin[0];
    words[at + 1] = xyz[i * 3 + 1]! - origin[1];
    words[at + 2] = xyz[i * 3 + 2]! - origin[2];
    const classNumber = classification ? classification[i]! : 0;
    seen[classNumber] = 1;
    const red = rgb ? rgb[i * 3]! >> shift : 0;
    const green = rgb ? rgb[i * 3 + 1]! >> shift : 0;
    const blue = rgb ? rgb[i * 3 + 2]! >> shift : 0;
    words[at + 3] = red | (green << 8) | (blue << 16) | (classNumber << 24);
    const returns = ((returnNumber?.[i] ?? 0) & 15) | (((numberOfReturns?.[i] ?? 0) & 15) << 4);
    words[at + 4] = (intensity?.[i] ?? 0) | (returns << 16);
  }
  return {
    count: end - start,
    words,
    origin,
    min,
    max,
    hasRgb: rgb !== undefined,
    hasIntensity: intensity !== undefined,
    hasClassification: classification !== undefined,
    hasReturns: returnNumber !== undefined,
    intensityRange: intensity ? percentiles(intensity.subarray(start, end), 0, 1, 0.02, 0.98) : null,
    zRange: percentiles(xyz.subarray(start * 3, end * 3), 2, 3, 0.01, 0.99),
    classes: classification ? [...seen.keys()].filter((number) => seen[number] === 1) : [],
  };
}

/** One packed point as the file holds it. */
export interface UnpackedPoint {
  readonly integers: [number, number, number];
  readonly rgb: [number, number, number];
  readonly classification: number;
  readonly intensity: number;
  readonly returnNumber: number;
  readonly numberOfReturns: number;
}

/** Reads point `index` back; its integers are the file's own. */
export function unpackPoint(packed: PackedPoints, index: number): UnpackedPoint {
  const at = index * wordsPerPoint;
  const word = (i: number) => packed.words[at + i]!;
  const colour = word(3);
  const attributes = word(4);
  return {
    integers: [
      (word(0) | 0) + packed.origin[0],
      (word(1) | 0) + packed.origin[1],
      (word(2) | 0) + packed.origin[2],
    ],
    rgb: [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255],
    classification: colour >>> 24,
    intensity: attributes & 0xffff,
    returnNumber: (attributes >>> 16) & 15,
    numberOfReturns: (attributes >>> 20) & 15,
  };
}
