import type { ErrorRecord } from '../../errors/app-error.ts';
import type { LasHeader, Triple } from './header.ts';

/** Axis-aligned box in the file's CRS and units. */
export interface Bounds {
  readonly min: Triple;
  readonly max: Triple;
}

const axisNames = ['x', 'y', 'z'] as const;
const integerReach = 2_147_483_648;

function isBelievable(header: LasHeader, axis: number): boolean {
  const low = header.min[axis] as number;
  const high = header.max[axis] as number;
  const offset = header.offset[axis] as number;
  const reach = Math.abs(header.scale[axis] as number) * integerReach;
  const slack = reach * 1e-6;
  return low <= high && low >= offset - reach - slack && high <= offset + reach + slack;
}

/**
 * The bounds of the header where they can be true: finite, in order, and within what 32-bit integers reach at the
 * file's scale and offset. Otherwise undefined with a `las.bounds` warning an axis. A file of no points has none.
 */
export function believableBounds(
  header: LasHeader,
  file: string,
): { bounds: Bounds | undefined; warnings: ErrorRecord[] } {
  if (header.pointCount === 0) return { bounds: undefined, warnings: [] };
  const warnings: ErrorRecord[] = [];
  axisNames.forEach((axis, index) => {
    if (isBelievable(header, index)) return;
    const params = { file, axis, low: header.min[index] as number, high: header.max[index] as number };
    warnings.push({ code: 'las.bounds', params });
  });
  const bounds = warnings.length === 0 ? { min: header.min, max: header.max } : undefined;
  return { bounds, warnings };
}

/**
 * Compares bounds of points with declared ones: one `las.bounds-wrong` per axis with points outside by more than
 * `tolerance` (one entry per axis, usually the scale).
 */
export function outsideBounds(
  declared: Bounds,
  points: Bounds,
  tolerance: Triple,
  file: string,
): ErrorRecord[] {
  const warnings: ErrorRecord[] = [];
  axisNames.forEach((axis, index) => {
    const low = declared.min[index] as number;
    const high = declared.max[index] as number;
    const pointLow = points.min[index] as number;
    const pointHigh = points.max[index] as number;
    const slack = Math.abs(tolerance[index] as number);
    if (pointLow >= low - slack && pointHigh <= high + slack) return;
    warnings.push({ code: 'las.bounds-wrong', params: { file, axis, low, high, pointLow, pointHigh } });
  });
  return warnings;
}
