const relaxation = 1.6;
const sweeps = 60;

interface Level {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

function coarsen({ width, height, values }: Level): Level {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const coarse = new Float32Array(w * h).fill(Number.NaN);
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      let sum = 0;
      let count = 0;
      for (let k = 0; k < 4; k++) {
        const x = column * 2 + (k & 1);
        const y = row * 2 + (k >> 1);
        const value = x < width && y < height ? values[y * width + x]! : Number.NaN;
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
      if (count > 0) coarse[row * w + column] = sum / count;
    }
  }
  return { width: w, height: h, values: coarse };
}

function fillFromCoarse(fine: Level, coarse: Level): void {
  for (let row = 0; row < fine.height; row++) {
    for (let column = 0; column < fine.width; column++) {
      const at = row * fine.width + column;
      if (Number.isNaN(fine.values[at]!))
        fine.values[at] = coarse.values[(row >> 1) * coarse.width + (column >> 1)]!;
    }
  }
}

/** Sweeps of successive over-relaxation of Laplace's equation over the gaps (Young, 1954). */
function relax({ width, height, values }: Level, gaps: Uint32Array): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const at of gaps) {
      const column = at % width;
      const left = column > 0 ? values[at - 1]! : values[at]!;
      const right = column < width - 1 ? values[at + 1]! : values[at]!;
      const above = at >= width ? values[at - width]! : values[at]!;
      const below = at < width * (height - 1) ? values[at + width]! : values[at]!;
      values[at]! += relaxation * ((left + right + above + below) / 4 - values[at]!);
    }
  }
}

function gapsOf(values: Float32Array): Uint32Array {
  const gaps = new Uint32Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++) if (Number.isNaN(values[at]!)) gaps[count++] = at;
  return gaps.subarray(0, count);
}

/**
 * Fills the NaN cells of a grid with a smooth surface through its other cells: a harmonic surface, started from ever
 * coarser means. A grid without any value stays as it is.
 * @param values width × height cells, row-major; changed in place
 */
export function inpaint(values: Float32Array, width: number, height: number): void {
  const gaps = gapsOf(values);
  if (gaps.length === 0 || gaps.length === values.length) return;
  const pyramid: Level[] = [{ width, height, values }];
  for (let top = pyramid[0]!; top.values.some(Number.isNaN) && top.width * top.height > 1; ) {
    top = coarsen(top);
    pyramid.push(top);
  }
  for (let level = pyramid.length - 2; level >= 0; level--)
    fillFromCoarse(pyramid[level]!, pyramid[level + 1]!);
  relax(pyramid[0]!, gaps);
}
