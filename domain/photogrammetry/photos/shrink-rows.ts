/** How samples of a line are weighed into those of a shorter one. */
export interface LineWeights {
  /** Samples that each target sample is made of, from `starts[target]` on. */
  readonly taps: number;
  readonly starts: Int32Array;
  /** `taps` weights a target sample; they sum to 1. */
  readonly weights: Float32Array;
}

const lobes = 3;

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / (angle * angle);
}

/**
 * Weights that shrink a line from `from` samples to `to` (at most `from`) by a Lanczos kernel of three lobes, stretched
 * by the factor (C. Duchon, 1979); samples beyond the ends are those at the ends.
 */
export function lanczosWeights(from: number, to: number): LineWeights {
  const factor = from / to;
  const taps = Math.min(from, 2 * Math.ceil(lobes * factor) + 1);
  const starts = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let target = 0; target < to; target++) {
    const centre = (target + 0.5) * factor - 0.5;
    const first = Math.ceil(centre - lobes * factor);
    const start = Math.min(Math.max(0, first), from - taps);
    starts[target] = start;
    const own = weights.subarray(target * taps, (target + 1) * taps);
    for (let sample = first; sample <= Math.floor(centre + lobes * factor); sample++) {
      const inside = Math.min(Math.max(sample, 0), from - 1);
      own[Math.min(inside - start, taps - 1)]! += lanczos((sample - centre) / factor);
    }
    const sum = own.reduce((total, weight) => total + weight, 0);
    for (let tap = 0; tap < taps; tap++) own[tap]! /= sum;
  }
  return { taps, starts, weights };
}

/**
 * Shrinks rows of interleaved bytes across, into numbers.
 * @param rows `count` rows of `width × stride` bytes, of which the first `channels` a pixel are taken
 * @param out `count` rows of `to × channels`
 */
export function shrinkAcross(
  rows: Uint8Array | Uint8ClampedArray,
  { width, stride, channels }: { readonly width: number; readonly stride: number; readonly channels: number },
  { taps, starts, weights }: LineWeights,
  out: Float32Array,
): void {
  const to = starts.length;
  const count = rows.length / (width * stride);
  for (let row = 0; row < count; row++) {
    for (let target = 0; target < to; target++) {
      const from = (row * width + starts[target]!) * stride;
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap++) {
          sum += weights[target * taps + tap]! * rows[from + tap * stride + channel]!;
        }
        out[(row * to + target) * channels + channel] = sum;
      }
    }
  }
}

/** Shrinks lines of `length` numbers down, into bytes; `lines` holds as many lines as the weights were made for. */
export function shrinkDown(
  lines: Float32Array,
  length: number,
  { taps, starts, weights }: LineWeights,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8ClampedArray(starts.length * length);
  const sums = new Float32Array(length);
  for (let target = 0; target < starts.length; target++) {
    sums.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const weight = weights[target * taps + tap]!;
      const from = (starts[target]! + tap) * length;
      for (let at = 0; at < length; at++) sums[at]! += weight * lines[from + at]!;
    }
    out.set(sums, target * length);
  }
  return new Uint8Array(out.buffer);
}
