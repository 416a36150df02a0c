/** Byte reversal, 16 bytes at a time. */

@inline
function reversed(bytes: v128): v128 {
  return i8x16.shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

/** Reverses the order of `size` bytes at `p`. */
export function reverseBytes(p: usize, size: u32): void {
  let low = p;
  let high = p + size;
  while (low + 32 <= high) {
    high -= 16;
    const first = v128.load(low);
    v128.store(low, reversed(v128.load(high)));
    v128.store(high, reversed(first));
    low += 16;
  }
  while (low + 1 < high) {
    high--;
    const first = load<u8>(low);
    store<u8>(low++, load<u8>(high));
    store<u8>(high, first);
  }
}

/** Copies `size` bytes from `source` to `target` in reverse order; the two do not overlap. */
export function reversedCopy(target: usize, source: usize, size: u32): void {
  let left = size;
  let from = source + size;
  let to = target;
  while (left >= 16) {
    from -= 16;
    v128.store(to, reversed(v128.load(from)));
    to += 16;
    left -= 16;
  }
  while (left > 0) {
    store<u8>(to++, load<u8>(--from));
    left--;
  }
}
