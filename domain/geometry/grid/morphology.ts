/** Rows of cells with room at both ends that holds no value, so that windows need no ends. */
interface PaddedRows {
  readonly pad: number;
  readonly stride: number;
  values: Float32Array;
  /** Where the next ones are made. */
  next: Float32Array;
}

function padRows(values: Float32Array, width: number, height: number, pad: number): PaddedRows {
  const stride = width + 2 * pad;
  const padded = new Float32Array(stride * height).fill(Number.POSITIVE_INFINITY);
  for (let row = 0; row < height; row++)
    padded.set(values.subarray(row * width, (row + 1) * width), row * stride + pad);
  return { pad, stride, values: padded, next: padded.slice() };
}

/** Makes minima over windows of 2 × `from` + 1 cells those of 2 × `to` + 1: three windows that leave no gap are a wider one. */
function widenWindows(rows: PaddedRows, from: number, to: number): void {
  for (let half = from; half < to; ) {
    const step = Math.min(2 * half + 1, to - half);
    const { values, next } = rows;
    for (let at = step; at < values.length - step; at++) {
      let lowest = values[at]!;
      if (values[at - step]! < lowest) lowest = values[at - step]!;
      if (values[at + step]! < lowest) lowest = values[at + step]!;
      next[at] = lowest;
    }
    rows.values = next;
    rows.next = values;
    half += step;
  }
}

/**
 * Grey-scale erosion by a disk: each cell becomes the lowest within `radius` cells of it. The chords of the disk are
 * taken from the shortest on, each made of the one before (Urbach and Wilkinson, IEEE Trans. Image Processing 17, 2008).
 * @param values width × height cells, row-major, without NaN; borrowed
 * @returns a new array
 */
export function erodeByDisk(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const result = new Float32Array(values.length).fill(Number.POSITIVE_INFINITY);
  const rows = padRows(values, width, height, radius);
  let half = 0;
  for (let dy = radius; dy >= 0; dy--) {
    const wider = Math.floor(Math.sqrt(radius * radius - dy * dy));
    widenWindows(rows, half, wider);
    half = wider;
    lowerByShifted(result, rows, width, height, dy);
    if (dy > 0) lowerByShifted(result, rows, width, height, -dy);
  }
  return result;
}

function lowerByShifted(
  result: Float32Array,
  { values, stride, pad }: PaddedRows,
  width: number,
  height: number,
  dy: number,
): void {
  const last = Math.min(height, height - dy);
  for (let row = Math.max(0, -dy); row < last; row++) {
    let from = (row + dy) * stride + pad;
    for (let at = row * width; at < (row + 1) * width; at++, from++) {
      if (values[from]! < result[at]!) result[at] = values[from]!;
    }
  }
}

/** Turns values over in place. */
function negate(values: Float32Array): Float32Array {
  for (let k = 0; k < values.length; k++) values[k] = -values[k]!;
  return values;
}

/** Grey-scale dilation by a disk: each cell becomes the highest within `radius` cells of it. */
export function dilateByDisk(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  return negate(erodeByDisk(negate(values.slice()), width, height, radius));
}

/** Opening by a disk: objects narrower than the disk that rise above their surroundings are removed. */
export function openByDisk(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  return dilateByDisk(erodeByDisk(values, width, height, radius), width, height, radius);
}
