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
