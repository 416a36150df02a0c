/** Samples of pixels laid out as an array a band, and their horizontal differences undone. */

/** Bytes that splitting may read past its input and write past its output. */
export const planeSlack: usize = 64;

/** Splits `pixels` pixels of `bands` samples of `size` bytes (1, 2, 4 or 8) into planes, one after the other. */
export function splitSamples(from: usize, to: usize, pixels: usize, bands: usize, size: usize): void {
  if (size === 1) splitBytes(from, to, pixels, bands);
  else if (size === 2) splitWords<u16>(from, to, pixels, bands);
  else if (size === 4) splitWords<u32>(from, to, pixels, bands);
  else splitWords<u64>(from, to, pixels, bands);
}

function splitWords<T>(from: usize, to: usize, pixels: usize, bands: usize): void {
  const step = bands * sizeof<T>();
  const end = from + pixels * step;
  for (let band: usize = 0; band < bands; band++) {
    for (let source = from + band * sizeof<T>(); source < end; source += step) {
      store<T>(to, load<T>(source));
      to += sizeof<T>();
    }
  }
}

/** Splits `pixels` pixels of `bands` bytes into planes, one after the other. */
function splitBytes(from: usize, to: usize, pixels: usize, bands: usize): void {
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

/** Undoes differences of neighbours along rows of samples of `size` bytes, in place; sums wrap. */
export function sumRows(at: usize, width: usize, rows: usize, size: usize): void {
  if (size === 1) sumBytes(at, width, rows);
  else if (size === 2) sumHalves(at, width, rows);
  else if (size === 4) sumWords<u32>(at, width, rows);
  else sumWords<u64>(at, width, rows);
}

/** A sum waits for the one before it, which takes no longer than its load and store. */
function sumWords<T>(at: usize, width: usize, rows: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    let value = <T>0;
    for (const end = at + width * sizeof<T>(); at < end; at += sizeof<T>()) {
      value = <T>(value + load<T>(at));
      store<T>(at, value);
    }
  }
}

/** Eight sums in three doubling steps. */
function sumHalves(at: usize, width: usize, rows: usize): void {
  const zero = i8x16.splat(0);
  for (let row: usize = 0; row < rows; row++) {
    const end = at + 2 * width;
    let before = zero;
    for (; at + 16 <= end; at += 16) {
      let sum = v128.load(at);
      sum = i16x8.add(sum, i8x16.shuffle(zero, sum, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29));
      sum = i16x8.add(sum, i8x16.shuffle(zero, sum, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
      sum = i16x8.add(sum, i8x16.shuffle(zero, sum, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23));
      sum = i16x8.add(sum, before);
      v128.store(at, sum);
      before = i8x16.shuffle(sum, sum, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15);
    }
    let value = i16x8.extract_lane_u(before, 0);
    for (; at < end; at += 2) {
      value += load<u16>(at);
      store<u16>(at, value);
    }
  }
}

/** Differences of samples of `size` bytes to those `step` bytes before them in their row; the first ones stay. */
export function subtractRows(from: usize, to: usize, rowBytes: usize, rows: usize, step: usize, size: usize): void {
  if (size === 1) subtractWords<u8>(from, to, rowBytes, rows, step);
  else if (size === 2) subtractWords<u16>(from, to, rowBytes, rows, step);
  else if (size === 4) subtractWords<u32>(from, to, rowBytes, rows, step);
  else subtractWords<u64>(from, to, rowBytes, rows, step);
}

function subtractWords<T>(from: usize, to: usize, rowBytes: usize, rows: usize, step: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const end = from + rowBytes;
    const first = min(rowBytes, step);
    memory.copy(to, from, first);
    from += first;
    to += first;
    for (; from + 16 <= end; from += 16) {
      v128.store(to, v128.sub<T>(v128.load(from), v128.load(from - step)));
      to += 16;
    }
    for (; from < end; from += sizeof<T>()) {
      store<T>(to, <T>(load<T>(from) - load<T>(from - step)));
      to += sizeof<T>();
    }
  }
}

/** Lays the bytes of samples apart in every row, the most significant ones first: the inverse of `gatherRows`. */
export function scatterRows(from: usize, to: usize, width: usize, rows: usize, size: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    for (let byte: usize = 0; byte < size; byte++) {
      let source = from + size - 1 - byte;
      for (const end = to + width; to < end; to++) {
        store<u8>(to, load<u8>(source));
        source += size;
      }
    }
    from += width * size;
  }
}

/** Turns big-endian samples into little-endian ones, in place. */
export function swapSamples(at: usize, bytes: usize, size: usize): void {
  const end = at + bytes;
  if (size === 2) for (; at + 2 <= end; at += 2) store<u16>(at, bswap<u16>(load<u16>(at)));
  else if (size === 4) for (; at + 4 <= end; at += 4) store<u32>(at, bswap<u32>(load<u32>(at)));
  else if (size === 8) for (; at + 8 <= end; at += 8) store<u64>(at, bswap<u64>(load<u64>(at)));
}

/** Gathers samples of four or eight bytes whose bytes lie apart in every row, the most significant ones first. */
export function gatherRows(from: usize, to: usize, width: usize, rows: usize, size: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    let done: usize = 0;
    if (size === 4) done = gatherFour(from, to, width);
    for (let byte: usize = 0; byte < size; byte++) {
      let source = from + byte * width + done;
      const end = from + (byte + 1) * width;
      for (let target = to + done * size + size - 1 - byte; source < end; target += size) {
        store<u8>(target, load<u8>(source++));
      }
    }
    from += width * size;
    to += width * size;
  }
}

/** The samples of a row that were gathered, sixteen at a time. */
function gatherFour(from: usize, to: usize, width: usize): usize {
  const whole = width & ~15;
  for (let i: usize = 0; i < whole; i += 16) {
    const a = v128.load(from + i);
    const b = v128.load(from + width + i);
    const c = v128.load(from + 2 * width + i);
    const d = v128.load(from + 3 * width + i);
    const lowDc = i8x16.shuffle(d, c, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const highDc = i8x16.shuffle(d, c, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const lowBa = i8x16.shuffle(b, a, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const highBa = i8x16.shuffle(b, a, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const target = to + 4 * i;
    v128.store(target, i16x8.shuffle(lowDc, lowBa, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(target, i16x8.shuffle(lowDc, lowBa, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    v128.store(target, i16x8.shuffle(highDc, highBa, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(target, i16x8.shuffle(highDc, highBa, 4, 12, 5, 13, 6, 14, 7, 15), 48);
  }
  return whole;
}

/** Sixteen sums in four doubling steps. */
function sumBytes(at: usize, width: usize, rows: usize): void {
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
