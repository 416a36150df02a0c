import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { curveBulges } from './curve-bulges.ts';
import { takesKind } from './dictionary.ts';
import { type CodedString, lineName } from './linework.ts';
import { type Corner, makeRectangle } from './rectangle.ts';

/** The shape of a coded line. */
export interface StringShape {
  readonly kind: 'polyline' | 'polygon';
  /** xyz per vertex, length 3n; z is NaN where a point has no height. */
  readonly coordinates: readonly number[];
  readonly bulges?: readonly number[];
  readonly isClosed?: true;
  /** What could not be followed to the letter. */
  readonly notes: readonly AppError[];
}

/** Corners of rectangles may be this far from square before it is told, drawing units. */
const squareTolerance = 0.001;

/** The shape of a line; an error where its points are too few. */
export function shapeOf(string: CodedString): StringShape | AppError {
  const { points, rectangle, mention } = string;
  const notes: AppError[] = [];
  const line = lineName(mention);
  const row = points[0]!.row;
  const note = (code: ErrorCode, params: ErrorParams = {}) =>
    notes.push(new AppError(code, { line, row, ...params }));
  let corners = points.map(({ easting, northing, elevation }): Corner => [easting, northing, elevation]);
  if (rectangle) {
    const made = makeRectangle(corners, rectangle.width);
    if (!made || corners.length > (rectangle.width === null ? 3 : 2)) {
      return new AppError('codes.rectangle-points', { line, row, found: corners.length });
    }
    if (made.moved > squareTolerance) note('codes.rectangle-squared', { distance: made.moved.toFixed(3) });
    corners = [...made.corners];
  }
  const areaAlone = takesKind(mention.entry, 'polygon') && !takesKind(mention.entry, 'polyline');
  const isClosed = rectangle !== null || string.isClosed || areaAlone;
  const isArea = isClosed && mention.entry.kinds.includes('polygon');
  const bulges = rectangle ? null : bulgesOf(string, isClosed, note);
  const min = isArea && !bulges ? 3 : 2;
  if (corners.length < min) {
    return new AppError('codes.line-too-short', { line, row, found: corners.length, needed: min });
  }
  const missing = corners.filter(([, , z]) => Number.isNaN(z)).length;
  if (missing > 0 && missing < corners.length) note('codes.heights-missing', { count: missing });
  for (const left of string.open) {
    note(left === 'end' ? 'codes.line-not-ended' : 'codes.curve-not-ended');
  }
  return {
    kind: isArea ? 'polygon' : 'polyline',
    coordinates: corners.flat(),
    ...(bulges ? { bulges } : {}),
    ...(isClosed && !isArea ? { isClosed: true } : {}),
    notes,
  };
}

/** A bulge per vertex; null for a line without arcs. */
function bulgesOf(
  { points, curves }: CodedString,
  isClosed: boolean,
  note: (code: ErrorCode, params: ErrorParams) => void,
): number[] | null {
  if (curves.length === 0) return null;
  const places = points.map(({ easting, northing }) => [easting, northing] as const);
  const bulges = places.map(() => 0);
  for (const [from, to] of curves) {
    const before = places[from - 1] ?? (isClosed ? places.at(-1) : undefined);
    const after = places[to + 1] ?? (isClosed ? places[0] : undefined);
    const made = curveBulges(places.slice(from, to + 1), before, after);
    if (made === null) note('codes.curve-straight', { curveRow: points[from]!.row });
    made?.forEach((bulge, i) => {
      bulges[from + i] = Number.isFinite(bulge) ? bulge : 0;
    });
  }
  return bulges.some((bulge) => bulge !== 0) ? bulges : null;
}
