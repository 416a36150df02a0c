/** Copies a match: repeats the bytes `distance` back; may write up to 15 bytes more than `length`. */
// @ts-ignore: decorator
@inline
export function copyRun(to: usize, distance: usize, length: usize): void {
  const stop = to + length;
  if (distance >= 16) {
    do {
      v128.store(to, v128.load(to - distance));
      to += 16;
    } while (to < stop);
  } else if (distance === 1) {
    const value = i8x16.splat(load<i8>(to - 1));
    do {
      v128.store(to, value);
      to += 16;
    } while (to < stop);
  } else {
    // Of the 16 bytes of a step the first `distance` are valid; the next step overwrites the others.
    do {
      v128.store(to, v128.load(to - distance));
      to += distance;
    } while (to < stop);
  }
}
