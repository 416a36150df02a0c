/** Running minimum of a row over windows of 2 × half + 1 cells, cut at the ends (van Herk, 1992; Gil and Werman, 1993). */
function windowMinimum(
  source: Float32Array,
  start: number,
  width: number,
  half: number,
  target: Float32Array,
  scratch: { forward: Float32Array; backward: Float32Array },
): void {
  const size = 2 * half + 1;
  const padded = width + 2 * half;
  const { forward, backward } = scratch;
  const at = (k: number) => {
    const column = k - half;
    return column < 0 || column >= width ? Number.POSITIVE_INFINITY : source[start + column]!;
  };
  for (let k = 0; k < padded; k++) {
    const value = at(k);
    forward[k] = k % size === 0 ? value : Math.min(forward[k - 1]!, value);
  }
  for (let k = padded - 1; k >= 0; k--) {
    const value = at(k);
    backward[k] = k === padded - 1 || (k + 1) % size === 0 ? value : Math.min(backward[k + 1]!, value);
  }
  for (let column = 0; column < width; column++) {
    target[start + column] = Math.min(backward[column]!, forward[column + size - 1]!);
  }
}

/**
 * Grey-scale erosion by a disk: each cell becomes the lowest within `radius` cells of it.
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
  const rows = new Float32Array(values.length);
  const scratch = {
    forward: new Float32Array(width + 2 * radius),
    backward: new Float32Array(width + 2 * radius),
  };
  let rowsHalf = -1;
  for (let dy = radius; dy >= 0; dy--) {
    const half = Math.floor(Math.sqrt(radius * radius - dy * dy));
    if (half !== rowsHalf) {
      for (let row = 0; row < height; row++) windowMinimum(values, row * width, width, half, rows, scratch);
      rowsHalf = half;
    }
    lowerByShifted(result, rows, width, height, dy);
    if (dy > 0) lowerByShifted(result, rows, width, height, -dy);
  }
  return result;
}

function lowerByShifted(
  result: Float32Array,
  rows: Float32Array,
  width: number,
  height: number,
  dy: number,
): void {
  const first = Math.max(0, -dy);
  const last = Math.min(height, height - dy);
  for (let at = first * width, from = (first + dy) * width; at < last * width; at++, from++) {
    if (rows[from]! < result[at]!) result[at] = rows[from]!;
  }
}

/** Grey-scale dilation by a disk: each cell becomes the highest within `radius` cells of it. */
export function dilateByDisk(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const negated = values.map((value) => -value);
  const eroded = erodeByDisk(negated, width, height, radius);
  for (let k = 0; k < eroded.length; k++) eroded[k] = -eroded[k]!;
  return eroded;
}

/** Opening by a disk: what is narrower than the disk and stands above its surroundings is cut away. */
export function openByDisk(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  return dilateByDisk(erodeByDisk(values, width, height, radius), width, height, radius);
}
