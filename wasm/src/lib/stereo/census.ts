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
