/** A part of a circle in plan. */
export interface PlanArc {
  readonly centreX: number;
  readonly centreY: number;
  readonly radius: number;
  /** Radians from east. */
  readonly startAngle: number;
  /** Signed, positive counter-clockwise, within ±2π. */
  readonly sweep: number;
}

/**
 * The arc of a segment with a bulge (the tangent of a quarter of its angle, positive counter-clockwise); null where it is
 * straight or has no length. Source: the geometry of chord c and sagitta s = |bulge| c / 2: r = c (1 + b²) / (4 |b|).
 */
export function arcOfBulge(x0: number, y0: number, x1: number, y1: number, bulge: number): PlanArc | null {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const chord = Math.hypot(dx, dy);
  if (bulge === 0 || chord === 0) return null;
  // Distance of the centre from the chord's middle, to the left of the direction of travel.
  const toCentre = (1 - bulge * bulge) / (4 * bulge);
  const centreX = (x0 + x1) / 2 - dy * toCentre;
  const centreY = (y0 + y1) / 2 + dx * toCentre;
  return {
    centreX,
    centreY,
    radius: (chord * (1 + bulge * bulge)) / (4 * Math.abs(bulge)),
    startAngle: Math.atan2(y0 - centreY, x0 - centreX),
    sweep: 4 * Math.atan(bulge),
  };
}

/** The bulge of an arc that turns by `sweep` (radians, positive counter-clockwise, within ±2π exclusive). */
export function bulgeOfSweep(sweep: number): number {
  return Math.tan(sweep / 4);
}

/** The bulge of the arc from the first place to the third through the second; 0 where they are in line. */
export function bulgeThrough(
  [x0, y0]: readonly [number, number],
  [xm, ym]: readonly [number, number],
  [x1, y1]: readonly [number, number],
): number {
  // The inscribed angle at the middle place is π − sweep / 2.
  const cross = (x0 - xm) * (y1 - ym) - (y0 - ym) * (x1 - xm);
  const dot = (x0 - xm) * (x1 - xm) + (y0 - ym) * (y1 - ym);
  if (cross === 0) return 0;
  const inscribed = Math.atan2(Math.abs(cross), dot);
  return Math.sign(-cross) * Math.tan((Math.PI - inscribed) / 2);
}

/** Length of a segment in plan, along its arc. */
export function segmentLength(x0: number, y0: number, x1: number, y1: number, bulge: number): number {
  const arc = arcOfBulge(x0, y0, x1, y1, bulge);
  return arc === null ? Math.hypot(x1 - x0, y1 - y0) : arc.radius * Math.abs(arc.sweep);
}

/** Signed area between a segment's arc and its chord, positive where the arc lies right of the direction of travel. */
export function segmentArea(x0: number, y0: number, x1: number, y1: number, bulge: number): number {
  const arc = arcOfBulge(x0, y0, x1, y1, bulge);
  return arc === null ? 0 : (arc.radius * arc.radius * (arc.sweep - Math.sin(arc.sweep))) / 2;
}

/**
 * xyz of a line whose arcs are chains of chords that leave them by at most `tolerance`; heights run evenly along each arc.
 * @param coordinates xyz per vertex, length 3n
 * @param bulges a number per vertex, length n
 * @param isClosed whether the last vertex joins the first; the first is not repeated
 */
export function flattenArcs(
  coordinates: ArrayLike<number>,
  bulges: ArrayLike<number>,
  isClosed: boolean,
  tolerance: number,
): number[] {
  const count = coordinates.length / 3;
  const flat: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x0, y0, z0] = [coordinates[3 * i]!, coordinates[3 * i + 1]!, coordinates[3 * i + 2]!];
    flat.push(x0, y0, z0);
    const next = i + 1 < count ? i + 1 : isClosed ? 0 : -1;
    if (next < 0) continue;
    const [x1, y1, z1] = [coordinates[3 * next]!, coordinates[3 * next + 1]!, coordinates[3 * next + 2]!];
    const arc = arcOfBulge(x0, y0, x1, y1, bulges[i]!);
    if (arc === null) continue;
    const steps = chordCount(arc.radius, arc.sweep, tolerance);
    for (let step = 1; step < steps; step++) {
      const angle = arc.startAngle + (arc.sweep * step) / steps;
      const x = arc.centreX + arc.radius * Math.cos(angle);
      const y = arc.centreY + arc.radius * Math.sin(angle);
      flat.push(x, y, z0 + ((z1 - z0) * step) / steps);
    }
  }
  return flat;
}

/** Most chords of one arc, whatever the tolerance. */
const maxChords = 4096;

/** Chords that leave an arc by at most `tolerance` (sagitta r (1 − cos(θ / 2))); at least one an eighth of a circle. */
export function chordCount(radius: number, sweep: number, tolerance: number): number {
  const ratio = Math.max(1 - tolerance / radius, Math.cos(Math.PI / 8));
  const step = 2 * Math.acos(ratio);
  const wanted = Math.ceil(Math.abs(sweep) / Math.max(step, (2 * Math.PI) / maxChords));
  return Math.max(1, Math.min(wanted, maxChords));
}

/** Smallest and largest coordinates of a segment along its arc. */
export function arcExtent(x0: number, y0: number, x1: number, y1: number, bulge: number) {
  const extent = {
    minX: Math.min(x0, x1),
    minY: Math.min(y0, y1),
    maxX: Math.max(x0, x1),
    maxY: Math.max(y0, y1),
  };
  const arc = arcOfBulge(x0, y0, x1, y1, bulge);
  if (arc === null) return extent;
  const { centreX, centreY, radius, startAngle, sweep } = arc;
  for (let quarter = 0; quarter < 4; quarter++) {
    const angle = (quarter * Math.PI) / 2;
    const turn = sweep > 0 ? angle - startAngle : startAngle - angle;
    const within = ((turn % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    if (within > Math.abs(sweep)) continue;
    const [x, y] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][quarter] as [number, number];
    extent.minX = Math.min(extent.minX, centreX + radius * x);
    extent.maxX = Math.max(extent.maxX, centreX + radius * x);
    extent.minY = Math.min(extent.minY, centreY + radius * y);
    extent.maxY = Math.max(extent.maxY, centreY + radius * y);
  }
  return extent;
}
