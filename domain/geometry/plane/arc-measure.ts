import type { Position } from '../position.ts';
import { segmentArea, segmentLength } from './bulge.ts';

/** Lengths of a line in plan and in space; `slope` is NaN where a place has no elevation. */
export interface LineLengths {
  readonly plan: number;
  readonly slope: number;
}

/**
 * Lengths along a line or ring whose segments may be arcs in plan, elevations running evenly along each.
 * @param bulges a number per place as in `arcOfBulge`; empty for straight segments
 * @param isClosed whether the last place joins the first
 */
export function lineLengths(
  places: readonly Position[],
  bulges: readonly number[],
  isClosed: boolean,
): LineLengths {
  const last = isClosed ? places.length : places.length - 1;
  let [plan, slope] = [0, 0];
  for (let i = 0; i < last; i++) {
    const [a, b] = [places[i]!, places[(i + 1) % places.length]!];
    const length = segmentLength(a[0], a[1], b[0], b[1], bulges[i] ?? 0);
    plan += length;
    slope += Math.hypot(length, (b[2] ?? Number.NaN) - (a[2] ?? Number.NaN));
  }
  return { plan, slope };
}

/** Area of a ring in plan whose segments may be arcs, positive; about its first place, so that large coordinates keep their digits. */
export function ringArea(places: readonly Position[], bulges: readonly number[]): number {
  const [x0, y0] = places[0] ?? [0, 0];
  let sum = 0;
  for (let i = 0; i < places.length; i++) {
    const [a, b] = [places[i]!, places[(i + 1) % places.length]!];
    sum += ((a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0)) / 2;
    sum += segmentArea(a[0] - x0, a[1] - y0, b[0] - x0, b[1] - y0, bulges[i] ?? 0);
  }
  return Math.abs(sum);
}
