import { bulgeThrough } from '../../geometry/plane/bulge.ts';

type Place = readonly [x: number, y: number];

/** Part of a circle: from the first place to the second. */
function bulgeOfHalf(from: Place, to: Place, third: Place, isThirdBefore: boolean): number {
  // The arc through all three, cut at the middle place: its angle at the third place is half the sweep of the part.
  const turn = isThirdBefore ? bulgeThrough(third, from, to) : bulgeThrough(from, to, third);
  if (turn === 0) return 0;
  const [ax, ay] = [from[0] - third[0], from[1] - third[1]];
  const [bx, by] = [to[0] - third[0], to[1] - third[1]];
  const half = Math.atan2(Math.abs(ax * by - ay * bx), ax * bx + ay * by);
  return Math.sign(turn) * Math.tan(half / 2);
}

/** The arc from a place to the next that leaves in the direction of travel there; null where it would turn back. */
function bulgeOfTangent([fx, fy]: Place, [px, py]: Place, [tx, ty]: Place): number | null {
  const [dx, dy, cx, cy] = [px - fx, py - fy, tx - px, ty - py];
  const turn = Math.atan2(dx * cy - dy * cx, dx * cx + dy * cy);
  return Math.abs(turn) > Math.PI - 1e-6 ? null : Math.tan(turn / 2);
}

/**
 * Bulges of the segments of a curve through surveyed places, first to last. Places on one circle give that circle. Of
 * others each segment takes the mean of the circles through its ends and the place before and behind it, so that the
 * line goes through every place and bends evenly. A curve of two places leaves in the direction in which the line comes
 * (`before`), or arrives in that in which it goes on (`after`); null where neither is known or it would turn back.
 * @param places xy, at least two
 */
export function curveBulges(
  places: readonly Place[],
  before: Place | undefined,
  after: Place | undefined,
): number[] | null {
  if (places.length === 2) {
    const [from, to] = places as [Place, Place];
    const leaving = before && bulgeOfTangent(before, from, to);
    if (leaving !== undefined && leaving !== null) return [leaving];
    const arriving = after && bulgeOfTangent(after, to, from);
    return arriving === undefined || arriving === null ? null : [-arriving];
  }
  return places.slice(1).map((to, i) => {
    const from = places[i]!;
    const circles = [
      ...(i > 0 ? [bulgeOfHalf(from, to, places[i - 1]!, true)] : []),
      ...(i + 2 < places.length ? [bulgeOfHalf(from, to, places[i + 2]!, false)] : []),
    ];
    return circles.reduce((sum, bulge) => sum + bulge, 0) / circles.length;
  });
}
