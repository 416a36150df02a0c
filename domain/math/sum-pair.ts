/** A sum of 64 bits as two unsigned halves that wrap by themselves: order-independent, as small as JSON likes it. */
export type SumPair = readonly [number, number];

export const zeroSum: SumPair = [0, 0];

export const addPairs = (a: SumPair, b: SumPair): SumPair => [(a[0] + b[0]) >>> 0, (a[1] + b[1]) >>> 0];
export const isSamePair = (a: SumPair, b: SumPair): boolean => a[0] === b[0] && a[1] === b[1];

/** Finaliser of MurmurHash3 (A. Appleby, public domain): every bit of the input changes half of the output's. */
export function mixBits(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);

/** Walks a hash of two lanes on by the bits of a number; −0 counts as 0. */
export function walkBits([a, b]: SumPair, value: number): SumPair {
  bits[0] = value + 0;
  const word = mixBits(words[0]!) ^ words[1]!;
  return [mixBits(a ^ word), mixBits((Math.imul(b, 0x297a2d39) + word) | 0)];
}
