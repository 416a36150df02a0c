import { align, reserve } from './memory';

/**
 * Parts of linear memory, one after the other, each at a multiple of 64. Sums of sizes are of 64 bits, so that what an
 * address cannot name is refused by `hold` instead of wrapping round.
 */

/** The most that an address can name, less a page. */
const limit: u64 = 0xffff0000;
/** End of what is laid out, which may be more than there can be. */
let end: u64 = 0;

/** Begins behind `start`. */
export function layFrom(start: usize): void {
  end = <u64>align(start);
}

/** The address of room for `count` items of `size` bytes; good only where `hold` then says so. */
export function lay(count: i64, size: u64): usize {
  const at = end;
  end = (at + <u64>count * size + 63) & ~63;
  return <usize>at;
}

/** Where the next part would begin. */
export function laidEnd(): usize {
  return <usize>end;
}

/** Makes sure that memory holds all that was laid out; false where it cannot. */
export function hold(): bool {
  return end < limit && reserve(<usize>end);
}
