import type { Bundle, ControlPoint } from './photo-report.ts';

/** Metres in the frame of the poses: x east, y north. */
interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A map that fits a window: metres to CSS pixels, north up. */
export interface FlightPlan {
  readonly width: number;
  readonly height: number;
  /** Pixels a metre. */
  readonly scale: number;
  place(x: number, y: number): readonly [x: number, y: number];
}

/** Footprints of tilted photos reach far; the map shows them this many block sizes beyond the photos. */
const footprintReach = 0.6;
/** Pixels between the map and the window's edge. */
const marginPx = 24;
/** Share of the window that the longest residual arrow takes at most. */
const arrowShare = 0.08;
const exaggerations = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

type Place = readonly [x: number, y: number];

function extentOf(places: readonly Place[]): Extent {
  const extent = places.reduce<Extent>(
    ({ minX, minY, maxX, maxY }, [x, y]) => ({
      minX: Math.min(minX, x),
      minY: Math.min(minY, y),
      maxX: Math.max(maxX, x),
      maxY: Math.max(maxY, y),
    }),
    { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity },
  );
  return Number.isFinite(extent.minX) ? extent : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
}

const pointsOf = ({ control }: Bundle): readonly ControlPoint[] => [...control.gcps, ...control.checkpoints];

function blockExtent(bundle: Bundle): Extent {
  const core = extentOf([
    ...bundle.photos.map(({ centre: [x, y] }): Place => [x, y]),
    ...pointsOf(bundle).map(({ position: [x, y] }): Place => [x, y]),
  ]);
  const reach = footprintReach * Math.max(core.maxX - core.minX, core.maxY - core.minY, 1);
  const ground = extentOf(bundle.footprints.flatMap(({ corners }) => corners));
  return {
    minX: Math.max(Math.min(core.minX, ground.minX), core.minX - reach),
    minY: Math.max(Math.min(core.minY, ground.minY), core.minY - reach),
    maxX: Math.min(Math.max(core.maxX, ground.maxX), core.maxX + reach),
    maxY: Math.min(Math.max(core.maxY, ground.maxY), core.maxY + reach),
  };
}

/** Fits a block into a window of so many pixels. */
export function planFlight(bundle: Bundle, width: number, height: number): FlightPlan {
  const { minX, minY, maxX, maxY } = blockExtent(bundle);
  const [spanX, spanY] = [Math.max(maxX - minX, 1), Math.max(maxY - minY, 1)];
  const scale = Math.min(
    Math.max(width - 2 * marginPx, 1) / spanX,
    Math.max(height - 2 * marginPx, 1) / spanY,
  );
  const left = (width - spanX * scale) / 2;
  const top = (height - spanY * scale) / 2;
  return {
    width,
    height,
    scale,
    place: (x, y) => [left + (x - minX) * scale, top + (maxY - y) * scale],
  };
}

/** How many times their length residual arrows are drawn: a round number that keeps the longest in sight. */
export function chooseExaggeration(bundle: Bundle, plan: FlightPlan): number {
  const lengths = bundle.photos.map(({ gpsResidual }) =>
    gpsResidual === null ? 0 : Math.hypot(gpsResidual[0], gpsResidual[1]),
  );
  const longest = Math.max(...lengths, 1e-9) * plan.scale;
  const room = arrowShare * Math.min(plan.width, plan.height);
  return exaggerations.findLast((factor) => factor * longest <= room) ?? 1;
}

/** A round length in metres of about a fifth of the window, for the bar of the scale. */
export function scaleBar({ width, scale }: FlightPlan): { readonly metres: number; readonly px: number } {
  const wanted = width / 5 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  const metres = power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
  return { metres, px: metres * scale };
}

/** The path of an arrow with its head from a place along a vector, pixels; empty where it is too short to see. */
export function arrowPath([x, y]: Place, [dx, dy]: Place): string {
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const head = Math.min(5, length / 2);
  const [ux, uy] = [dx / length, dy / length];
  const [ex, ey] = [x + dx, y + dy];
  const barb = (side: number) =>
    `${(ex - head * (ux + side * 0.5 * uy)).toFixed(1)} ${(ey - head * (uy - side * 0.5 * ux)).toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}M${barb(1)}L${ex.toFixed(1)} ${ey.toFixed(1)}L${barb(-1)}`;
}
