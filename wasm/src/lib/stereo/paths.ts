/** Bytes before and after a pixel's path costs that stand for disparities beyond the range: never the cheapest. */
export const pad: usize = 16;

/**
 * One step of a path of semi-global matching (H. Hirschmüller, 2008, equation 13): the costs of a pixel from those of
 * its predecessor, 16 disparities at a time, added to the pixel's sums. `range` is a multiple of 16.
 * @param previous costs of the predecessor, bytes, padded
 * @param least the smallest of them
 * @returns the smallest of the pixel's costs
 */
// @ts-ignore: decorator
@inline
export function stepPath(
  cost: usize,
  previous: usize,
  least: u8,
  current: usize,
  sums: usize,
  range: i32,
  small: v128,
  jump: u8,
): u8 {
  const base = i8x16.splat(<i8>least);
  const far = i8x16.splat(<i8>(least + jump));
  let lowest = i8x16.splat(-1);
  for (let d: usize = 0; d < <usize>range; d += 16) {
    const same = v128.load(previous + d);
    const below = i8x16.add_sat_u(v128.load(previous + d - 1), small);
    const above = i8x16.add_sat_u(v128.load(previous + d + 1), small);
    const best = i8x16.min_u(i8x16.min_u(same, far), i8x16.min_u(below, above));
    const value = i8x16.add_sat_u(v128.load(cost + d), i8x16.sub(best, base));
    v128.store(current + d, value);
    lowest = i8x16.min_u(lowest, value);
    const to = sums + (d << 1);
    v128.store(to, i16x8.add(v128.load(to), i16x8.extend_low_i8x16_u(value)));
    v128.store(to, i16x8.add(v128.load(to, 16), i16x8.extend_high_i8x16_u(value)), 16);
  }
  return lowestOf(lowest);
}

/** A path that begins at this pixel: its costs are the pixel's own. */
// @ts-ignore: decorator
@inline
export function beginPath(cost: usize, current: usize, sums: usize, range: i32): u8 {
  let lowest = i8x16.splat(-1);
  for (let d: usize = 0; d < <usize>range; d += 16) {
    const value = v128.load(cost + d);
    v128.store(current + d, value);
    lowest = i8x16.min_u(lowest, value);
    const to = sums + (d << 1);
    v128.store(to, i16x8.add(v128.load(to), i16x8.extend_low_i8x16_u(value)));
    v128.store(to, i16x8.add(v128.load(to, 16), i16x8.extend_high_i8x16_u(value)), 16);
  }
  return lowestOf(lowest);
}

// @ts-ignore: decorator
@inline
function lowestOf(values: v128): u8 {
  let v = i8x16.min_u(values, i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  v = i8x16.min_u(v, i8x16.shuffle(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
  v = i8x16.min_u(v, i8x16.shuffle(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  v = i8x16.min_u(v, i8x16.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  return <u8>i8x16.extract_lane_u(v, 0);
}
