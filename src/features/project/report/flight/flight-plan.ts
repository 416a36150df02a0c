import { clamp } from '#domain/math/clamp.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { extentOf, fitPlan, type Plan, type PlanExtent, type PlanPlace } from '#ui/plan.ts';
import type { Bundle, ControlPoint } from '../photo/photo-report.ts';

/** Footprints of tilted photos extend far; the map shows them this many block sizes beyond the photos. */
const footprintReach = 0.6;
/** Share of the window that the longest residual arrow takes at most. */
const arrowShare = 0.08;
const exaggerations = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

const pointsOf = ({ control }: Bundle): readonly ControlPoint[] => [...control.gcps, ...control.checkpoints];

function blockExtent(bundle: Bundle): PlanExtent {
  const core = extentOf([
    ...bundle.photos.map(({ centre: [x, y] }): PlanPlace => [x, y]),
    ...pointsOf(bundle).map(({ position: [x, y] }): PlanPlace => [x, y]),
  ]);
  const reach = footprintReach * Math.max(core.maxX - core.minX, core.maxY - core.minY, 1);
  const ground = extentOf(bundle.footprints.flatMap(({ corners }) => corners));
  return {
    minX: Math.max(Math.min(core.minX, ground.minX), core.minX - reach),
    minY: Math.max(Math.min(core.minY, ground.minY), core.minY - reach),
    maxX: clamp(ground.maxX, core.maxX, core.maxX + reach),
    maxY: clamp(ground.maxY, core.maxY, core.maxY + reach),
  };
}

/** Fits a block into a window of so many pixels. */
export const planFlight = (bundle: Bundle, width: number, height: number): Plan =>
  fitPlan(blockExtent(bundle), width, height);

/** Exaggeration factor of residual arrows: a round number that keeps the longest within the map. */
export function chooseExaggeration(bundle: Bundle, plan: Plan): number {
  const lengths = bundle.photos.map(({ gpsResidual }) =>
    gpsResidual === null ? 0 : Math.hypot(gpsResidual[0], gpsResidual[1]),
  );
  const longest = Math.max(maxOf(lengths), 1e-9) * plan.scale;
  const room = arrowShare * Math.min(plan.width, plan.height);
  return exaggerations.findLast((factor) => factor * longest <= room) ?? 1;
}

/**
 * The path of an arrow with its head from a place along a vector, pixels; empty where it is too short to be visible.
 */
export function arrowPath([x, y]: PlanPlace, [dx, dy]: PlanPlace): string {
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const head = Math.min(5, length / 2);
  const [ux, uy] = [dx / length, dy / length];
  const [ex, ey] = [x + dx, y + dy];
  const barb = (side: number) =>
    `${(ex - head * (ux + side * 0.5 * uy)).toFixed(1)} ${(ey - head * (uy - side * 0.5 * ux)).toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}M${barb(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}L${barb(-1)}`;
}
