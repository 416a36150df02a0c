import { arcOfBulge, bulgeOfSweep } from '../plane/bulge.ts';
import { lengthOfSegment, type Segment } from './path.ts';

/** Segments in a row, those joined that go on straight or along one circle with an even elevation. */
export function mergeSegments(segments: readonly Segment[], tolerance: number): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const before = merged.at(-1);
    const whole = before === undefined ? null : joinedSegment(before, segment, tolerance);
    if (whole === null) merged.push(segment);
    else merged[merged.length - 1] = whole;
  }
  return merged;
}

function joinedSegment(a: Segment, b: Segment, tolerance: number): Segment | null {
  if (!isEven(a, b)) return null;
  const bulge = a.bulge === 0 && b.bulge === 0 ? straightBulge(a, b, tolerance) : arcBulge(a, b, tolerance);
  return bulge === null ? null : { ...b, x0: a.x0, y0: a.y0, z0: a.z0, bulge };
}

/** Whether elevations run evenly over both, or neither has any. */
function isEven(a: Segment, b: Segment): boolean {
  const [lengthA, lengthB] = [lengthOfSegment(a), lengthOfSegment(b)];
  const share = lengthA / (lengthA + lengthB);
  const isFlat = [a.z0, a.z1, b.z0, b.z1].every(Number.isNaN);
  return isFlat || Math.abs(a.z0 + (b.z1 - a.z0) * share - a.z1) <= 1e-9 * (1 + Math.abs(a.z1));
}

function straightBulge(a: Segment, b: Segment, tolerance: number): 0 | null {
  const [ax, ay, bx, by] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
  const isInLine = Math.abs(ax * by - ay * bx) <= tolerance * Math.hypot(ax + bx, ay + by);
  return isInLine && ax * bx + ay * by > 0 ? 0 : null;
}

function arcBulge(a: Segment, b: Segment, tolerance: number): number | null {
  const first = arcOfBulge(a.x0, a.y0, a.x1, a.y1, a.bulge);
  const second = arcOfBulge(b.x0, b.y0, b.x1, b.y1, b.bulge);
  if (first === null || second === null || Math.sign(a.bulge) !== Math.sign(b.bulge)) return null;
  const slack = 10 * tolerance;
  const isOneCircle =
    Math.hypot(first.centreX - second.centreX, first.centreY - second.centreY) <= slack &&
    Math.abs(first.radius - second.radius) <= slack;
  const sweep = first.sweep + second.sweep;
  // A whole circle has no chord: it stays in two arcs.
  return isOneCircle && Math.abs(sweep) < 1.9 * Math.PI ? bulgeOfSweep(sweep) : null;
}
