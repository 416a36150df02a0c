import type { PlanArc } from '../geometry/plane/bulge.ts';
import type { WorldPoint } from './camera.ts';

/** An arc of what is drawn, level or rising evenly from one end to the other. */
export interface SnapArc {
  readonly plan: PlanArc;
  readonly from: WorldPoint;
  readonly to: WorldPoint;
}

/** The centre, at the elevation of the middle of the arc. */
export function arcCentre({ plan, from, to }: SnapArc): WorldPoint {
  return [plan.centreX, plan.centreY, (from[2] + to[2]) / 2];
}

/** A place on an arc by the share of its length; exactly the ends at 0 and 1. */
export function arcPlace({ plan, from, to }: SnapArc, share: number): WorldPoint {
  if (share <= 0) return from;
  if (share >= 1) return to;
  const angle = plan.startAngle + share * plan.sweep;
  const { centreX, centreY, radius } = plan;
  return [
    centreX + radius * Math.cos(angle),
    centreY + radius * Math.sin(angle),
    from[2] + share * (to[2] - from[2]),
  ];
}

/** The place on an arc in the direction of another from its centre; null where the arc does not reach there. */
export function arcTowards(arc: SnapArc, x: number, y: number): WorldPoint | null {
  return arcAtAngle(arc, Math.atan2(y - arc.plan.centreY, x - arc.plan.centreX));
}

function arcAtAngle(arc: SnapArc, angle: number): WorldPoint | null {
  const { startAngle, sweep } = arc.plan;
  const turn = 2 * Math.PI;
  const along = ((((angle - startAngle) * Math.sign(sweep)) % turn) + turn) % turn;
  const share = along / Math.abs(sweep);
  return share <= 1 ? arcPlace(arc, share) : null;
}

/**
 * Where lines from a place touch an arc, at most two: the radius there stands upright on the line, at an angle whose
 * cosine is radius over distance. None from within the circle.
 */
export function arcTangents(arc: SnapArc, from: WorldPoint): WorldPoint[] {
  const { centreX, centreY, radius } = arc.plan;
  const [dx, dy] = [from[0] - centreX, from[1] - centreY];
  const distance = Math.hypot(dx, dy);
  if (distance <= radius) return [];
  const [towards, half] = [Math.atan2(dy, dx), Math.acos(radius / distance)];
  return [towards + half, towards - half]
    .map((angle) => arcAtAngle(arc, angle))
    .filter((place) => place !== null);
}
