/**
 * Passes over the empty cells of the finest level; each coarser one, whose passes carry twice as far and cost a quarter,
 * has twice as many, up to some level.
 */
const finestPasses = 16;
const maxDoublings = 4;

type Values = Float32Array | Float64Array;

interface Level {
  readonly width: number;
  readonly height: number;
  /** NaN where nothing is known. */
  readonly values: Values;
  /** Cells that are filled. */
  readonly empty: Uint32Array;
}

function levelOf(values: Values, width: number, height: number): Level {
  let count = 0;
  for (const value of values) if (Number.isNaN(value)) count++;
  const empty = new Uint32Array(count);
  let at = 0;
  for (let cell = 0; cell < values.length; cell++) if (Number.isNaN(values[cell]!)) empty[at++] = cell;
  return { width, height, values, empty };
}

/** The mean of what is known in each square of four cells. */
function coarsen({ values, width, height }: Level): Level {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
  const coarse = new Float64Array(halfWidth * halfHeight);
  const counts = new Uint8Array(coarse.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = values[y * width + x]!;
      if (Number.isNaN(value)) continue;
      const at = (y >> 1) * halfWidth + (x >> 1);
      coarse[at] = coarse[at]! + value;
      counts[at] = counts[at]! + 1;
    }
  }
  for (let at = 0; at < coarse.length; at++)
    coarse[at] = counts[at] === 0 ? Number.NaN : coarse[at]! / counts[at]!;
  return levelOf(coarse, halfWidth, halfHeight);
}

/** The value of a whole coarser level at the middle of a cell, bilinear. */
function sampleCoarser({ values, width, height }: Level, column: number, row: number): number {
  const u = Math.min(Math.max((column - 0.5) / 2, 0), width - 1);
  const v = Math.min(Math.max((row - 0.5) / 2, 0), height - 1);
  const [c, r] = [Math.floor(u), Math.floor(v)];
  const [right, below] = [Math.min(c + 1, width - 1), Math.min(r + 1, height - 1)];
  const [fu, fv] = [u - c, v - r];
  const top = values[r * width + c]! * (1 - fu) + values[r * width + right]! * fu;
  const bottom = values[below * width + c]! * (1 - fu) + values[below * width + right]! * fu;
  return top * (1 - fv) + bottom * fv;
}

/** Gives each empty cell the mean of its neighbours (Gauss and Seidel). */
function relax({ values, width, height, empty }: Level, passes: number): void {
  const lastRow = width * (height - 1);
  for (let pass = 0; pass < passes; pass++) {
    for (const cell of empty) {
      const column = cell % width;
      let [sum, count] = [0, 0];
      if (column > 0) {
        sum += values[cell - 1]!;
        count++;
      }
      if (column < width - 1) {
        sum += values[cell + 1]!;
        count++;
      }
      if (cell >= width) {
        sum += values[cell - width]!;
        count++;
      }
      if (cell < lastRow) {
        sum += values[cell + width]!;
        count++;
      }
      if (count > 0) values[cell] = sum / count;
    }
  }
}

/**
 * Fills the empty cells (NaN) of a lattice by the surface that is as smooth as it can be between those that are known:
 * each is the mean of its four neighbours (Laplace's equation, no slope at the outer border), solved from coarse to fine
 * (cascadic multigrid; F. A. Bornemann and P. Deuflhard, 1996) to one or two hundredths of the differences around. Nothing
 * is higher or lower than what surrounds it. Changes `values`; a lattice without any value stays empty. Time and memory
 * are linear in the cells.
 * @param values row-major, width × height
 */
export function fillSmoothly(values: Values, width: number, height: number): void {
  const levels = [levelOf(values, width, height)];
  for (;;) {
    const last = levels[levels.length - 1]!;
    if (last.empty.length === 0 || last.values.length === 1) break;
    levels.push(coarsen(last));
  }
  for (let index = levels.length - 2; index >= 0; index--) {
    const level = levels[index]!;
    for (const cell of level.empty) {
      const value = sampleCoarser(levels[index + 1]!, cell % level.width, Math.floor(cell / level.width));
      level.values[cell] = value;
    }
    relax(level, finestPasses << Math.min(index, maxDoublings));
  }
}
