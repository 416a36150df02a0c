/** Half the window of the census transform: 9 × 7 pixels, 62 comparisons. */
export const reachX: i32 = 4;
export const reachY: i32 = 3;

/**
 * Census transform (R. Zabih and J. Woodfill, 1994): a bit for each neighbour that is darker than the pixel, 8 bytes
 * a pixel. Pixels nearer to the border than the window are 0.
 */
export function censusPlane(image: usize, width: i32, height: i32, target: usize): void {
  memory.fill(target, 0, (<usize>(width * height)) << 3);
  const end = width - reachX;
  for (let row = reachY; row < height - reachY; row++) {
    const line = <usize>(row * width);
    if (end - reachX < 16) {
      for (let column = reachX; column < end; column++) {
        const at = line + <usize>column;
        store<u64>(target + (at << 3), censusAt(image + at, width));
      }
      continue;
    }
    for (let column = reachX; column < end; column += 16) {
      const at = line + <usize>min(column, end - 16);
      censusOfSixteen(image + at, width, target + (at << 3));
    }
  }
}

function censusAt(pixel: usize, width: i32): u64 {
  const centre = load<u8>(pixel);
  let bits: u64 = 0;
  for (let dy = -reachY; dy <= reachY; dy++) {
    for (let dx = -reachX; dx <= reachX; dx++) {
      if (dx != 0 || dy != 0) bits = (bits << 1) | <u64>(load<u8>(pixel + <usize>(dy * width + dx)) < centre);
    }
  }
  return bits << 2;
}

/** Eight vectors: of sixteen pixels the first eight bits, the next eight and so on. */
const planes = memory.data(128, 16);

function censusOfSixteen(pixels: usize, width: i32, target: usize): void {
  const centre = v128.load(pixels);
  let bits = i8x16.splat(0);
  let count = 0;
  for (let dy = -reachY; dy <= reachY; dy++) {
    const line = pixels + <usize>(dy * width);
    for (let dx = -reachX; dx <= reachX; dx++) {
      if (dx == 0 && dy == 0) continue;
      const isDarker = i8x16.lt_u(v128.load(line + <usize>dx), centre);
      bits = i8x16.sub(i8x16.add(bits, bits), isDarker);
      if ((++count & 7) == 0) v128.store(planes + ((<usize>count - 8) << 1), bits);
    }
  }
  v128.store(planes, i8x16.shl(bits, 2), 112);
  for (let half: usize = 0; half < 2; half++) {
    const ab = interleave(half, v128.load(planes), v128.load(planes, 16));
    const cd = interleave(half, v128.load(planes, 32), v128.load(planes, 48));
    const ef = interleave(half, v128.load(planes, 64), v128.load(planes, 80));
    const gh = interleave(half, v128.load(planes, 96), v128.load(planes, 112));
    const to = target + (half << 6);
    storePairs(i16x8.shuffle(ab, cd, 0, 8, 1, 9, 2, 10, 3, 11), i16x8.shuffle(ef, gh, 0, 8, 1, 9, 2, 10, 3, 11), to);
    storePairs(i16x8.shuffle(ab, cd, 4, 12, 5, 13, 6, 14, 7, 15), i16x8.shuffle(ef, gh, 4, 12, 5, 13, 6, 14, 7, 15), to + 32);
  }
}

/** Bytes of the first or the second eight pixels, in turns. */
// @ts-ignore: decorator
@inline
function interleave(half: usize, a: v128, b: v128): v128 {
  return half == 0
    ? i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
    : i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// @ts-ignore: decorator
@inline
function storePairs(low: v128, high: v128, target: usize): void {
  v128.store(target, i32x4.shuffle(low, high, 0, 4, 1, 5));
  v128.store(target, i32x4.shuffle(low, high, 2, 6, 3, 7), 16);
}

/**
 * Pixels whose whole census window is valid: elsewhere the rim of a photo would be told apart from nothing, and rims
 * match rims. Bytes 0 or 1; `scratch` has the size of the plane.
 */
export function usablePlane(valid: usize, width: i32, height: i32, scratch: usize, target: usize): void {
  memory.fill(scratch, 0, <usize>(width * height));
  memory.fill(target, 0, <usize>(width * height));
  for (let row = 0; row < height; row++) {
    const line = <usize>(row * width);
    let column = reachX;
    for (; column + 16 + reachX <= width; column += 16) {
      const from = valid + line + <usize>(column - reachX);
      let all = v128.load(from);
      for (let k: usize = 1; k <= <usize>(2 * reachX); k++) all = v128.and(all, v128.load(from + k));
      v128.store(scratch + line + <usize>column, all);
    }
    for (; column < width - reachX; column++) {
      const from = valid + line + <usize>(column - reachX);
      let all: u8 = 1;
      for (let k: usize = 0; k <= <usize>(2 * reachX); k++) all &= load<u8>(from + k);
      store<u8>(scratch + line + <usize>column, all);
    }
  }
  for (let row = reachY; row < height - reachY; row++) {
    const line = <usize>(row * width);
    const above = scratch + <usize>((row - reachY) * width);
    let column = 0;
    for (; column + 16 <= width; column += 16) {
      let all = v128.load(above + <usize>column);
      for (let k = 1; k <= 2 * reachY; k++) all = v128.and(all, v128.load(above + <usize>(k * width + column)));
      v128.store(target + line + <usize>column, all);
    }
    for (; column < width; column++) {
      let all = load<u8>(above + <usize>column);
      for (let k = 1; k <= 2 * reachY; k++) all &= load<u8>(above + <usize>(k * width + column));
      store<u8>(target + line + <usize>column, all);
    }
  }
}
