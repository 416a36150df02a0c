/** A changed copy of some bytes, and a description of the change, for messages. */
export interface Mutation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly note: string;
}

/** Changes bytes, in place or not; `others` are valid inputs of the same parser. */
export type Change = (
  bytes: Uint8Array<ArrayBuffer>,
  random: () => number,
  others: readonly Uint8Array[],
) => Mutation;

/** An integer from 0 to `end`, exclusive. */
export const below = (random: () => number, end: number): number => Math.floor(random() * end);

/** Boundary values of counts, sizes and offsets. */
export const extremes = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 0xffff, 0x7fff] as const;

/** A copy with some bytes replaced by others. */
export function splice(bytes: Uint8Array, at: number, cut: number, put: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length - cut + put.length);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(at + cut), at + put.length);
  return out;
}
