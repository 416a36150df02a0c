/** Bytes before and after a pixel's path costs that stand for disparities beyond the range: never the cheapest. */
export const pad: usize = 16;

/**
 * One step of four paths of semi-global matching (H. Hirschmüller, 2008, equation 13): the costs of a pixel from those
 * of its predecessors, 16 disparities at a time, added to the pixel's sums or put in their place. `range` is a multiple
 * of 16; costs of predecessors are bytes, padded.
 * @param minima the smallest costs of the predecessors, a byte each
 * @param p2s penalties P2 of the four paths, a byte each
 * @param p1 the penalty P1 in every byte
 * @param isFresh the sums hold nothing yet
 * @returns the smallest costs of the pixel on each path, a byte each
 */
// @ts-ignore: decorator
@inline
export function stepPaths(
  cost: usize,
  previous0: usize,
  previous1: usize,
  previous2: usize,
  previous3: usize,
  minima: u32,
  p2s: u32,
  current: usize,
  apart: usize,
  sums: usize,
  range: i32,
  p1: v128,
  isFresh: bool,
): u32 {
  const fars = minima + p2s;
  const base0 = i8x16.splat(<i8>minima);
  const base1 = i8x16.splat(<i8>(minima >> 8));
  const base2 = i8x16.splat(<i8>(minima >> 16));
  const base3 = i8x16.splat(<i8>(minima >> 24));
  const far0 = i8x16.splat(<i8>fars);
  const far1 = i8x16.splat(<i8>(fars >> 8));
  const far2 = i8x16.splat(<i8>(fars >> 16));
  const far3 = i8x16.splat(<i8>(fars >> 24));
  let lowest0 = i8x16.splat(-1);
  let lowest1 = lowest0;
  let lowest2 = lowest0;
  let lowest3 = lowest0;
  for (let d: usize = 0; d < <usize>range; d += 16) {
    const own = v128.load(cost + d);
    const value0 = i8x16.add_sat_u(own, i8x16.sub(cheapest(previous0 + d, p1, far0), base0));
    const value1 = i8x16.add_sat_u(own, i8x16.sub(cheapest(previous1 + d, p1, far1), base1));
    const value2 = i8x16.add_sat_u(own, i8x16.sub(cheapest(previous2 + d, p1, far2), base2));
    const value3 = i8x16.add_sat_u(own, i8x16.sub(cheapest(previous3 + d, p1, far3), base3));
    v128.store(current + d, value0);
    v128.store(current + apart + d, value1);
    v128.store(current + 2 * apart + d, value2);
    v128.store(current + 3 * apart + d, value3);
    lowest0 = i8x16.min_u(lowest0, value0);
    lowest1 = i8x16.min_u(lowest1, value1);
    lowest2 = i8x16.min_u(lowest2, value2);
    lowest3 = i8x16.min_u(lowest3, value3);
    let low = i16x8.add(
      i16x8.add(i16x8.extend_low_i8x16_u(value0), i16x8.extend_low_i8x16_u(value1)),
      i16x8.add(i16x8.extend_low_i8x16_u(value2), i16x8.extend_low_i8x16_u(value3)),
    );
    let high = i16x8.add(
      i16x8.add(i16x8.extend_high_i8x16_u(value0), i16x8.extend_high_i8x16_u(value1)),
      i16x8.add(i16x8.extend_high_i8x16_u(value2), i16x8.extend_high_i8x16_u(value3)),
    );
    const to = sums + (d << 1);
    if (!isFresh) {
      low = i16x8.add(low, v128.load(to));
      high = i16x8.add(high, v128.load(to, 16));
    }
    v128.store(to, low);
    v128.store(to, high, 16);
  }
  return lowestOf(lowest0, lowest1, lowest2, lowest3);
}

/** The cheapest way to 16 disparities from those of the pixel before. */
// @ts-ignore: decorator
@inline
function cheapest(previous: usize, p1: v128, far: v128): v128 {
  const beside = i8x16.add_sat_u(i8x16.min_u(v128.load(previous - 1), v128.load(previous + 1)), p1);
  return i8x16.min_u(i8x16.min_u(v128.load(previous), far), beside);
}

/** The smallest byte of each of four vectors. */
// @ts-ignore: decorator
@inline
function lowestOf(a: v128, b: v128, c: v128, d: v128): u32 {
  const ab = i8x16.min_u(i64x2.shuffle(a, b, 0, 2), i64x2.shuffle(a, b, 1, 3));
  const cd = i8x16.min_u(i64x2.shuffle(c, d, 0, 2), i64x2.shuffle(c, d, 1, 3));
  let four = i8x16.min_u(i32x4.shuffle(ab, cd, 0, 2, 4, 6), i32x4.shuffle(ab, cd, 1, 3, 5, 7));
  four = i8x16.min_u(four, i32x4.shr_u(four, 16));
  four = i8x16.min_u(four, i32x4.shr_u(four, 8));
  return <u32>i32x4.extract_lane(i8x16.shuffle(four, four, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
}
