import { arcOfBulge, type PlanArc } from '../plane/bulge.ts';
import type { Segment } from './path.ts';

/** A place where the lines or circles of two segments meet; shares are of the length of each, 0 at its beginning. */
export interface Crossing {
  readonly x: number;
  readonly y: number;
  readonly shareA: number;
  readonly shareB: number;
}

const turn = 2 * Math.PI;

/**
 * Places where the line or circle of a meets that of b, also outside the segments; none for parallel lines and for
 * circles of one centre. A share on an arc is from 0 up to where its circle closes. Coordinates are taken relative to a's
 * beginning, so that large ones keep their digits.
 */
export function crossings(a: Segment, b: Segment): Crossing[] {
  const [ox, oy] = [a.x0, a.y0];
  const [u, v] = [shifted(a, ox, oy), shifted(b, ox, oy)];
  const [arcA, arcB] = [arcOf(u), arcOf(v)];
  const places =
    arcA === null
      ? arcB === null
        ? ofLines(u, v)
        : ofLineAndCircle(u, arcB)
      : arcB === null
        ? ofLineAndCircle(v, arcA)
        : ofCircles(arcA, arcB);
  return places.map(([x, y]) => ({
    x: x + ox,
    y: y + oy,
    shareA: shareOf(u, arcA, x, y),
    shareB: shareOf(v, arcB, x, y),
  }));
}

/** Whether a share lies on its segment, its ends included; returns the share within 0 to 1, or null. */
export function withinSegment(
  segment: Segment,
  share: number,
  length: number,
  tolerance: number,
): number | null {
  const slack = tolerance / length;
  const arc = arcOfBulge(segment.x0, segment.y0, segment.x1, segment.y1, segment.bulge);
  const period = arc === null ? 0 : turn / Math.abs(arc.sweep);
  if (share <= 1 + slack && share >= -slack) return Math.min(1, Math.max(0, share));
  if (arc !== null && share >= period - slack) return 0;
  return null;
}

function shifted(segment: Segment, ox: number, oy: number): Segment {
  const { x0, y0, x1, y1 } = segment;
  return { ...segment, x0: x0 - ox, y0: y0 - oy, x1: x1 - ox, y1: y1 - oy };
}

const arcOf = ({ x0, y0, x1, y1, bulge }: Segment): PlanArc | null => arcOfBulge(x0, y0, x1, y1, bulge);

function shareOf({ x0, y0, x1, y1 }: Segment, arc: PlanArc | null, x: number, y: number): number {
  if (arc === null) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    return ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy);
  }
  const angle = Math.atan2(y - arc.centreY, x - arc.centreX);
  const turned = arc.sweep > 0 ? angle - arc.startAngle : arc.startAngle - angle;
  return (((turned % turn) + turn) % turn) / Math.abs(arc.sweep);
}

type Place = readonly [x: number, y: number];

function ofLines(a: Segment, b: Segment): Place[] {
  const [ax, ay, bx, by] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
  const cross = ax * by - ay * bx;
  if (Math.abs(cross) <= 1e-12 * Math.hypot(ax, ay) * Math.hypot(bx, by)) return [];
  const share = ((b.x0 - a.x0) * by - (b.y0 - a.y0) * bx) / cross;
  return [[a.x0 + share * ax, a.y0 + share * ay]];
}

/** Half the chord of a line at a distance from a centre; 0 where they touch, null where they do not meet. */
function halfChord(radius: number, distance: number): number | null {
  const squared = (radius - distance) * (radius + distance);
  if (squared < -1e-9 * radius * radius) return null;
  return squared <= 1e-12 * radius * radius ? 0 : Math.sqrt(squared);
}

function ofLineAndCircle({ x0, y0, x1, y1 }: Segment, { centreX, centreY, radius }: PlanArc): Place[] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return [];
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const along = (centreX - x0) * ux + (centreY - y0) * uy;
  const half = halfChord(radius, Math.abs((centreX - x0) * uy - (centreY - y0) * ux));
  if (half === null) return [];
  const at = (distance: number): Place => [x0 + ux * distance, y0 + uy * distance];
  return half === 0 ? [at(along)] : [at(along - half), at(along + half)];
}

function ofCircles(a: PlanArc, b: PlanArc): Place[] {
  const [dx, dy] = [b.centreX - a.centreX, b.centreY - a.centreY];
  const distance = Math.hypot(dx, dy);
  if (distance <= 1e-12 * (a.radius + b.radius)) return [];
  const along = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2 * distance);
  const half = halfChord(a.radius, Math.abs(along));
  if (half === null) return [];
  const [ux, uy] = [dx / distance, dy / distance];
  const [x, y] = [a.centreX + ux * along, a.centreY + uy * along];
  return half === 0
    ? [[x, y]]
    : [
        [x - uy * half, y + ux * half],
        [x + uy * half, y - ux * half],
      ];
}
