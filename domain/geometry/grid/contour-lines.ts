import { AppError } from '../../errors/app-error.ts';

/** Contour lines as flat arrays, owned by the receiver. */
export interface ContourLines {
  /** Float64Array, ascending elevations. */
  readonly levels: Float64Array<ArrayBuffer>;
  /** Uint32Array, index into `levels` of each line; ascending. */
  readonly lineLevels: Uint32Array<ArrayBuffer>;
  /** Uint32Array, one more than lines: line i has the coordinates `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Float64Array, world x and y in turn. A ring ends with its first place again. */
  readonly coordinates: Float64Array<ArrayBuffer>;
}

const levelLimit = 30_000;

/**
 * The levels base + k·interval within (low, high], ascending.
 * @throws geometry.levels-invalid when the interval is not above 0 or the levels would be too many
 */
export function contourLevels(
  low: number,
  high: number,
  interval: number,
  base = 0,
): Float64Array<ArrayBuffer> {
  const first = Math.floor((low - base) / interval) + 1;
  const last = Math.floor((high - base) / interval);
  const count = last - first + 1;
  if (!(interval > 0) || !(count <= levelLimit)) {
    throw new AppError('geometry.levels-invalid', { low, high, interval, count, limit: levelLimit });
  }
  return Float64Array.from({ length: Math.max(0, count) }, (_, k) => base + (first + k) * interval);
}

/** True for lines that end where they begin. */
export function isRing(lines: ContourLines, line: number): boolean {
  const first = 2 * lines.starts[line]!;
  const last = 2 * lines.starts[line + 1]! - 2;
  const { coordinates } = lines;
  return (
    last > first + 4 &&
    coordinates[first] === coordinates[last] &&
    coordinates[first + 1] === coordinates[last + 1]
  );
}
