/** Half the window of the census transform: 9 × 7 pixels, 62 comparisons. */
export const reachX: i32 = 4;
export const reachY: i32 = 3;

/**
 * Census transform (R. Zabih and J. Woodfill, 1994): a bit for each neighbour that is darker than the pixel, 8 bytes
 * a pixel. Pixels nearer to the border than the window are 0.
 */
export function censusPlane(image: usize, width: i32, height: i32, target: usize): void {
  memory.fill(target, 0, (<usize>(width * height)) << 3);
  for (let row = reachY; row < height - reachY; row++) {
    for (let column = reachX; column < width - reachX; column++) {
      const at = <usize>(row * width + column);
      const centre = load<u8>(image + at);
      let bits: u64 = 0;
      for (let dy = -reachY; dy <= reachY; dy++) {
        const line = image + at + <usize>(dy * width) - <usize>reachX;
        bits = (bits << 1) | <u64>(load<u8>(line) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 1) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 2) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 3) < centre);
        if (dy != 0) bits = (bits << 1) | <u64>(load<u8>(line, 4) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 5) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 6) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 7) < centre);
        bits = (bits << 1) | <u64>(load<u8>(line, 8) < centre);
      }
      store<u64>(target + (at << 3), bits);
    }
  }
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
