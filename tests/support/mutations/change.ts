/** A changed copy of some bytes, and what was done to it, for messages. */
export interface Mutation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly note: string;
}

/** Changes bytes, in place or not; `others` are sound inputs of the same parser. */
export type Change = (
  bytes: Uint8Array<ArrayBuffer>,
  random: () => number,
  others: readonly Uint8Array[],
) => Mutation;

/** A whole number from 0 to below `end`. */
export const below = (random: () => number, end: number): number => Math.floor(random() * end);

/** Numbers at which counts, sizes and places break. */
export const extremes = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 0xffff, 0x7fff] as const;

/** A copy with other bytes in the place of some. */
export function splice(bytes: Uint8Array, at: number, cut: number, put: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length - cut + put.length);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(at + cut), at + put.length);
  return out;
}
