import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { Triple } from './header.ts';
import type { PointRecords } from './points.ts';

/** coordinate = integer × scale + offset, an entry an axis. */
export interface Quantisation {
  readonly scale: Triple;
  readonly offset: Triple;
}

const axisNames = ['x', 'y', 'z'] as const;
const maxInteger = 2_147_483_647;
/** Kept free at both ends, so that later edits near the edge still fit. */
const usableInteger = maxInteger - 1_000;

function overflow(file: string, axis: number, value: number, scale: number, offset: number): AppError {
  return new AppError('las.overflow', { file, axis: axisNames[axis] ?? '', value, scale, offset });
}

/**
 * The integer of a coordinate, rounded to the nearest.
 * Error: `las.overflow` where it does not fit 32 bits or is not a number; it is never wrapped.
 */
export function quantise(value: number, axis: 0 | 1 | 2, quantisation: Quantisation, file = ''): number {
  const scale = quantisation.scale[axis];
  const offset = quantisation.offset[axis];
  const integer = Math.round((value - offset) / scale);
  if (!(integer >= -maxInteger - 1 && integer <= maxInteger)) {
    throw overflow(file, axis, value, scale, offset);
  }
  return integer;
}

/**
 * Scale and offset for points within the bounds. The offset is the middle of the bounds rounded to whole scale
 * steps of a round number, so that neighbouring tiles get neighbourly offsets. `resolution` is the wanted scale in the CRS's units
 * (0.001 by default; 1e-7 for degrees).
 * Error: `las.overflow` where the extent does not fit at that resolution.
 */
export function chooseQuantisation(min: Triple, max: Triple, resolution: Triple, file = ''): Quantisation {
  const offset = [0, 1, 2].map((axis) => {
    const [low, high, step] = [min[axis] as number, max[axis] as number, resolution[axis] as number];
    const unit = step * 100_000;
    const middle = Math.round((low + high) / 2 / unit) * unit;
    const reach = Math.max(high - middle, middle - low) / step;
    if (!(reach <= usableInteger)) throw overflow(file, axis, high - low, step, middle);
    return middle;
  });
  return { scale: resolution, offset: offset as unknown as Triple };
}

/** The resolution, coarsened by powers of ten on each axis whose extent does not fit 32 bits at it. */
function fittingResolution(min: Triple, max: Triple, resolution: Triple): Triple {
  return [0, 1, 2].map((axis) => {
    const extent = max[axis]! - min[axis]!;
    // Half the extent and the rounding of the offset, as `chooseQuantisation` places it.
    const least = extent / 2 / (usableInteger - 50_000);
    const tens = Math.ceil(Math.log10(least / resolution[axis]!) - 1e-9);
    return Number.isFinite(extent) && tens > 0 ? timesTen(resolution[axis]!, tens) : resolution[axis]!;
  }) as unknown as Triple;
}

/** A scale some powers of ten larger, without the error of multiplying: 1e-7 becomes 1e-6. */
const timesTen = (scale: number, tens: number): number => Number((scale * 10 ** tens).toPrecision(12));

/**
 * Scale and offset for points within the bounds, at the wanted resolution or the next power of ten of it at which the
 * extent fits; `coarsenedNote` reports it. Error: `las.overflow` where the bounds are no numbers.
 */
export function chooseFittingQuantisation(
  min: Triple,
  max: Triple,
  resolution: Triple,
  file = '',
): Quantisation {
  return chooseQuantisation(min, max, fittingResolution(min, max, resolution), file);
}

/** What is reported where coordinates are stored more coarsely than wanted. */
export function coarsenedNote(
  file: string,
  wanted: Triple,
  { scale }: Pick<Quantisation, 'scale'>,
): ErrorRecord[] {
  const isCoarser = [0, 1, 2].some((axis) => scale[axis]! > wanted[axis]! * (1 + 1e-9));
  if (!isCoarser) return [];
  const params = { file, wanted: wanted.join(' '), scale: scale.join(' ') };
  return [{ code: 'las.scale-coarsened', params }];
}

/** True where the two give the same coordinates for the same integers. */
export function isSameQuantisation(a: Quantisation, b: Quantisation): boolean {
  return [0, 1, 2].every((axis) => a.scale[axis] === b.scale[axis] && a.offset[axis] === b.offset[axis]);
}

/**
 * Rewrites the integers of raw records, in place, from one scale and offset to another (to the nearest step).
 * Error: `las.overflow`.
 */
export function requantiseRecords(
  records: PointRecords,
  from: Quantisation,
  to: Quantisation,
  file = '',
): void {
  if (isSameQuantisation(from, to)) return;
  const { bytes, count, recordLength } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let point = 0; point < count; point++) {
    for (const axis of [0, 1, 2] as const) {
      const at = point * recordLength + axis * 4;
      const value = view.getInt32(at, true) * from.scale[axis] + from.offset[axis];
      view.setInt32(at, quantise(value, axis, to, file), true);
    }
  }
}
