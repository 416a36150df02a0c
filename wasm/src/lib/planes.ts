/** Bytes of pixels laid out as an array a band, and their horizontal differences undone. */

/** Bytes that `splitBytes` may read past its input and write past its output. */
export const planeSlack: usize = 64;

/** Splits `pixels` pixels of `bands` bytes into planes, one after the other. */
export function splitBytes(from: usize, to: usize, pixels: usize, bands: usize): void {
  let done: usize = 0;
  if (bands === 3) done = splitThree(from, to, pixels);
  else if (bands === 4) done = splitFour(from, to, pixels);
  for (let band: usize = 0; band < bands; band++) {
    let source = from + done * bands + band;
    const end = to + (band + 1) * pixels;
    for (let target = to + band * pixels + done; target < end; target++) {
      store<u8>(target, load<u8>(source));
      source += bands;
    }
  }
}

/** The pixels that were split, sixteen at a time. */
function splitThree(from: usize, to: usize, pixels: usize): usize {
  const whole = pixels & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    from += 48;
    // Of every band those in a and b, then those in c beside them.
    const first = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    const second = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    const third = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    v128.store(to + i, i8x16.shuffle(first, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    v128.store(to + pixels + i, i8x16.shuffle(second, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30));
    v128.store(to + 2 * pixels + i, i8x16.shuffle(third, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31));
  }
  return whole;
}

function splitFour(from: usize, to: usize, pixels: usize): usize {
  const whole = pixels & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    from += 64;
    const ab01 = i8x16.shuffle(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const cd01 = i8x16.shuffle(c, d, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const ab23 = i8x16.shuffle(a, b, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const cd23 = i8x16.shuffle(c, d, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    v128.store(to + i, i64x2.shuffle(ab01, cd01, 0, 2));
    v128.store(to + pixels + i, i64x2.shuffle(ab01, cd01, 1, 3));
    v128.store(to + 2 * pixels + i, i64x2.shuffle(ab23, cd23, 0, 2));
    v128.store(to + 3 * pixels + i, i64x2.shuffle(ab23, cd23, 1, 3));
  }
  return whole;
}

/** Undoes differences of neighbours along rows of bytes, in place: sixteen sums in four doubling steps. */
export function sumRows(at: usize, width: usize, rows: usize): void {
  const zero = i8x16.splat(0);
  for (let row: usize = 0; row < rows; row++) {
    const end = at + width;
    let before = zero;
    while (at + 16 <= end) {
      let sum = v128.load(at);
      sum = i8x16.add(sum, i8x16.shuffle(zero, sum, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
      sum = i8x16.add(sum, i8x16.shuffle(zero, sum, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
      sum = i8x16.add(sum, i8x16.shuffle(zero, sum, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
      sum = i8x16.add(sum, i8x16.shuffle(zero, sum, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23));
      sum = i8x16.add(sum, before);
      v128.store(at, sum);
      before = i8x16.shuffle(sum, sum, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
      at += 16;
    }
    let value = i8x16.extract_lane_u(before, 0);
    for (; at < end; at++) {
      value += load<u8>(at);
      store<u8>(at, value);
    }
  }
}
