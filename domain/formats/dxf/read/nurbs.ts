import type { Vec3 } from '../../../math/vectors.ts';

/** A curve of a DXF file: rational where it has weights. */
export interface Nurbs {
  readonly degree: number;
  /** Not falling; as many as control points + degree + 1. */
  readonly knots: readonly number[];
  /** xyz per control point, length 3n. */
  readonly points: readonly number[];
  /** Length n; null where all are 1. */
  readonly weights: readonly number[] | null;
}

/** Highest degree that programs write. */
const maxDegree = 24;
/** Halvings of a span between knots. */
const maxDepth = 10;

/** Whether the numbers of a curve fit each other. */
export function isNurbs({ degree, knots, points, weights }: Nurbs): boolean {
  const count = points.length / 3;
  if (!Number.isInteger(degree) || degree < 1 || degree > maxDegree || count < degree + 1) return false;
  if (knots.length !== count + degree + 1) return false;
  if (weights && (weights.length !== count || !weights.every((weight) => weight > 0))) return false;
  return knots.every((knot, i) => i === 0 || knot >= knots[i - 1]!) && knots[degree]! < knots[count]!;
}

/** The place at a parameter within span `[knots[span], knots[span + 1]]`. Source: de Boor (1972), with homogeneous weights. */
function placeAt({ degree, knots, points, weights }: Nurbs, span: number, t: number): Vec3 {
  const work = new Float64Array(4 * (degree + 1));
  for (let j = 0; j <= degree; j++) {
    const index = span - degree + j;
    const weight = weights ? weights[index]! : 1;
    for (let axis = 0; axis < 3; axis++) work[4 * j + axis] = points[3 * index + axis]! * weight;
    work[4 * j + 3] = weight;
  }
  for (let level = 1; level <= degree; level++) {
    for (let j = degree; j >= level; j--) {
      const low = knots[span - degree + j]!;
      const width = knots[span + 1 + j - level]! - low;
      const alpha = width > 0 ? (t - low) / width : 0;
      for (let axis = 0; axis < 4; axis++) {
        work[4 * j + axis] = (1 - alpha) * work[4 * (j - 1) + axis]! + alpha * work[4 * j + axis]!;
      }
    }
  }
  const weight = work[4 * degree + 3]!;
  return [work[4 * degree]! / weight, work[4 * degree + 1]! / weight, work[4 * degree + 2]! / weight];
}

/** Distance of a place from the chord between two others. */
function offChord(a: Vec3, b: Vec3, p: Vec3): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = dx * dx + dy * dy + dz * dz;
  const along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy + (p[2] - a[2]) * dz;
  const part = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
  return Math.hypot(p[0] - a[0] - part * dx, p[1] - a[1] - part * dy, p[2] - a[2] - part * dz);
}

/**
 * Places along a curve, ends included, whose chords leave it by at most `tolerance` (judged at the middle and the
 * quarters of each). `spend` is told of every place.
 * @param curve that `isNurbs` holds true of
 */
export function nurbsPlaces(curve: Nurbs, tolerance: number, spend: (places: number) => void): Vec3[] {
  const { degree, knots } = curve;
  const count = curve.points.length / 3;
  const places: Vec3[] = [placeAt(curve, degree, knots[degree]!)];
  const halve = (span: number, t0: number, p0: Vec3, t1: number, p1: Vec3, depth: number): void => {
    const at = (part: number) => placeAt(curve, span, t0 + (t1 - t0) * part);
    const middle = at(0.5);
    const isFlat =
      depth > 0 &&
      offChord(p0, p1, middle) <= tolerance &&
      offChord(p0, p1, at(0.25)) <= tolerance &&
      offChord(p0, p1, at(0.75)) <= tolerance;
    if (isFlat || depth >= maxDepth) {
      spend(1);
      places.push(p1);
      return;
    }
    const half = (t0 + t1) / 2;
    halve(span, t0, p0, half, middle, depth + 1);
    halve(span, half, middle, t1, p1, depth + 1);
  };
  for (let span = degree; span < count; span++) {
    const [t0, t1] = [knots[span]!, knots[span + 1]!];
    if (!(t1 > t0)) continue;
    if (degree === 1 && !curve.weights) {
      spend(1);
      places.push(placeAt(curve, span, t1));
    } else halve(span, t0, places.at(-1)!, t1, placeAt(curve, span, t1), 0);
  }
  return places;
}
