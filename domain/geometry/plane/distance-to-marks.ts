/** The squared distance of each place to the nearest of parabolas with heights `f` along a line, into `out`. */
function alongLine(f: Float64Array, count: number, out: Float64Array, v: Int32Array, z: Float64Array): void {
  let k = -1;
  for (let q = 0; q < count; q++) {
    if (f[q] === Infinity) continue;
    let s = -Infinity;
    while (k >= 0) {
      const p = v[k]!;
      s = (f[q]! + q * q - (f[p]! + p * p)) / (2 * q - 2 * p);
      if (s > z[k]!) break;
      k--;
      s = -Infinity;
    }
    k++;
    v[k] = q;
    z[k] = s;
  }
  if (k < 0) {
    out.fill(Infinity, 0, count);
    return;
  }
  z[k + 1] = Infinity;
  let j = 0;
  for (let q = 0; q < count; q++) {
    while (z[j + 1]! < q) j++;
    out[q] = (q - v[j]!) ** 2 + f[v[j]!]!;
  }
}

/** Squared distances to the nearest mark of the same column, row by row as stored: down, then up. */
function alongColumns(marks: Uint8Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const squares = new Float32Array(width * height);
  const distance = new Float64Array(width).fill(Infinity);
  for (let row = 0; row < height; row++) {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      distance[column] = marks[at] ? 0 : distance[column]! + 1;
      squares[at] = distance[column]!;
    }
  }
  distance.fill(Infinity);
  for (let row = height - 1; row >= 0; row--) {
    for (let column = 0, at = row * width; column < width; column++, at++) {
      distance[column] = marks[at] ? 0 : distance[column]! + 1;
      const nearest = Math.min(distance[column]!, squares[at]!);
      squares[at] = nearest * nearest;
    }
  }
  return squares;
}

/**
 * Distance of every cell's centre to that of the nearest marked cell, in cells; Infinity where none is marked. Exact
 * Euclidean distances in linear time (Felzenszwalb & Huttenlocher 2012, Distance Transforms of Sampled Functions).
 * @param marks one byte per cell, row-major, not 0 where marked
 */
export function distanceToMarks(marks: Uint8Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const distances = alongColumns(marks, width, height);
  const [f, out] = [new Float64Array(width), new Float64Array(width)];
  const [v, z] = [new Int32Array(width + 1), new Float64Array(width + 2)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) f[column] = distances[row * width + column]!;
    alongLine(f, width, out, v, z);
    for (let column = 0; column < width; column++) distances[row * width + column] = Math.sqrt(out[column]!);
  }
  return distances;
}
