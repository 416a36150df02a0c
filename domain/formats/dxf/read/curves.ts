import { chordCount } from '../../../geometry/plane/bulge.ts';
import { cross, scaled, type Vec3 } from '../../../math/vectors.ts';
import { type Affine, mapDirection, mapPlace, turningOf } from './affine.ts';

/** A part of an ellipse: centre + u cos t + v sin t, t from `start` by `sweep` (radians, positive). */
export interface EllipseArc {
  readonly centre: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
  readonly start: number;
  readonly sweep: number;
}

/** Vertices with bulges, as `ExchangeFeature` has them. */
export interface BulgedLine {
  /** xyz per vertex. */
  readonly coordinates: number[];
  /** A number per vertex; null where all segments are straight. */
  readonly bulges: number[] | null;
  readonly isClosed: boolean;
}

const fullTurn = 2 * Math.PI;

/** Radians from `start` to `end` counter-clockwise, above 0, at most a full turn. */
export function sweepBetween(start: number, end: number): number {
  const sweep = (end - start) % fullTurn;
  const positive = sweep <= 0 ? sweep + fullTurn : sweep;
  // Ends that differ by a full turn but for rounding.
  return positive < 1e-12 ? fullTurn : positive;
}

export function mapArc(map: Affine, arc: EllipseArc): EllipseArc {
  return {
    ...arc,
    centre: mapPlace(map, arc.centre),
    u: mapDirection(map, arc.u),
    v: mapDirection(map, arc.v),
  };
}

/** An arc of a circle about z in the system of its object, angles in radians. */
export function circleArc(centre: Vec3, radius: number, start: number, sweep: number): EllipseArc {
  return { centre, u: [radius, 0, 0], v: [0, radius, 0], start, sweep };
}

/** @param ratio of the minor axis to the major one @param normal unit length */
export function ellipseArc(
  centre: Vec3,
  major: Vec3,
  ratio: number,
  normal: Vec3,
  start: number,
  end: number,
): EllipseArc {
  return { centre, u: major, v: scaled(cross(normal, major), ratio), start, sweep: sweepBetween(start, end) };
}

export function placeOn({ centre, u, v }: EllipseArc, angle: number): Vec3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [centre[0] + u[0] * c + v[0] * s, centre[1] + u[1] * c + v[1] * s, centre[2] + u[2] * c + v[2] * s];
}

/** Angles along an arc whose chords leave it by at most `tolerance`, both ends included. */
function anglesOf({ u, v, start, sweep }: EllipseArc, tolerance: number): number[] {
  const radius = Math.max(Math.hypot(...u), Math.hypot(...v));
  const steps = radius > 0 ? chordCount(radius, sweep, tolerance) : 1;
  return Array.from({ length: steps + 1 }, (_, i) => start + (sweep * i) / steps);
}

/** Places along an arc without its first: chords that leave it by at most `tolerance`. */
export function arcPlaces(arc: EllipseArc, tolerance: number): Vec3[] {
  return anglesOf(arc, tolerance)
    .slice(1)
    .map((angle) => placeOn(arc, angle));
}

/**
 * A curve as a line: circles that lie flat keep their arcs (one bulge for up to half a turn, else two), others become
 * chords that leave the curve by at most `tolerance`. A full turn is closed.
 */
export function lineOfArc(arc: EllipseArc, tolerance: number): BulgedLine {
  const isClosed = fullTurn - arc.sweep < 1e-9;
  const turning = turningOf({ x: arc.u, y: arc.v });
  const angles =
    turning === 0
      ? anglesOf(arc, tolerance)
      : arc.sweep > Math.PI * (1 + 1e-12)
        ? [arc.start, arc.start + arc.sweep / 2, arc.start + arc.sweep]
        : [arc.start, arc.start + arc.sweep];
  if (isClosed) angles.pop();
  const bulge = turning * Math.tan(arc.sweep / (isClosed ? angles.length : angles.length - 1) / 4);
  const bulges = angles.map((_, i) => (isClosed || i + 1 < angles.length ? bulge : 0));
  return {
    coordinates: angles.flatMap((angle) => placeOn(arc, angle)),
    bulges: turning === 0 ? null : bulges,
    isClosed,
  };
}
