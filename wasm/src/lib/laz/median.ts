/**
 * Running median of the format: five sorted values of which one is replaced by each new value, alternately from the top
 * and from the bottom end. In memory: i32[5], u32 offset of the four values that are kept (0 or 4).
 */

export const MEDIAN_SIZE: usize = 32;
const KEPT: usize = 20;

/** The median. */
@inline
export function median(p: usize): i32 {
  return load<i32>(p, 8);
}

/** Adds a value: four values are kept, and the new one is inserted in order. */
@inline
export function addToMedian(p: usize, value: i32): void {
  const offset = load<u32>(p, KEPT);
  const middle = load<i32>(p, 8);
  const kept = v128.load(p + offset);
  const lower = i32x4.min_s(kept, i32x4.splat(value));
  const shifted = i8x16.shuffle(i32x4.splat(i32.MIN_VALUE), kept, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  v128.store(p, i32x4.max_s(lower, shifted));
  store<i32>(p, max(i32x4.extract_lane(kept, 3), value), 16);
  store<u32>(p, (u32(value > middle) | (u32(value === middle) & u32(offset === 0))) << 2, KEPT);
}
