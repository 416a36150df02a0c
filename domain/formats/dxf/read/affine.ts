import { cross, type Vec3 } from '../../../math/vectors.ts';

/** An affine map of space: images of the axes and of the origin. */
export interface Affine {
  readonly x: Vec3;
  readonly y: Vec3;
  readonly z: Vec3;
  readonly origin: Vec3;
}

export const identity: Affine = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: [0, 0, 0] };

/** The image of a direction. */
export function mapDirection(map: Affine, direction: Vec3): Vec3 {
  if (map === identity) return direction;
  const { x, y, z } = map;
  const a = direction[0];
  const b = direction[1];
  const c = direction[2];
  return [a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2]];
}

/** The image of a place. */
export function mapPlace(map: Affine, place: Vec3): Vec3 {
  if (map === identity) return place;
  const turned = mapDirection(map, place);
  const { origin } = map;
  return [turned[0] + origin[0], turned[1] + origin[1], turned[2] + origin[2]];
}

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  if (outer === identity) return inner;
  if (inner === identity) return outer;
  return {
    x: mapDirection(outer, inner.x),
    y: mapDirection(outer, inner.y),
    z: mapDirection(outer, inner.z),
    origin: mapPlace(outer, inner.origin),
  };
}

export function translation(origin: Vec3): Affine {
  return { ...identity, origin };
}

/** Below this, x and y of an extrusion count as none (Autodesk, DXF Reference, Arbitrary Axis Algorithm). */
const axisLimit = 1 / 64;

/**
 * From the coordinate system of an object to the world by its extrusion direction, of any length above 0; a direction
 * without length counts as up. Source: Autodesk, DXF Reference, Object Coordinate Systems, Arbitrary Axis Algorithm.
 */
export function objectSystem(extrusion: Vec3): Affine {
  if (extrusion[0] === 0 && extrusion[1] === 0 && extrusion[2] === 1) return identity;
  const length = Math.hypot(...extrusion);
  const z: Vec3 =
    length > 0 ? [extrusion[0] / length, extrusion[1] / length, extrusion[2] / length] : [0, 0, 1];
  if (z[0] === 0 && z[1] === 0 && z[2] > 0) return identity;
  const isNearAxis = Math.abs(z[0]) < axisLimit && Math.abs(z[1]) < axisLimit;
  const x = unit(cross(isNearAxis ? [0, 1, 0] : [0, 0, 1], z));
  return { x, y: unit(cross(z, x)), z, origin: [0, 0, 0] };
}

function unit(vector: Vec3): Vec3 {
  const length = Math.hypot(...vector);
  return [vector[0] / length + 0, vector[1] / length + 0, vector[2] / length + 0];
}

/** Differences of lengths and angles that count as rounding. */
const rounding = 1e-9;

/**
 * How the map of a plane parallel to x and y keeps circles: 1 as they are, −1 mirrored, 0 not at all (scaled
 * unequally, skewed, or tilted out of the plan).
 */
export function turningOf({ x, y }: Pick<Affine, 'x' | 'y'>): -1 | 0 | 1 {
  const [a, b] = [Math.hypot(x[0], x[1]), Math.hypot(y[0], y[1])];
  const size = Math.max(a, b);
  const isTilted = Math.max(Math.abs(x[2]), Math.abs(y[2])) > rounding * size;
  const isSkew = Math.abs(x[0] * y[0] + x[1] * y[1]) > rounding * size * size;
  if (size === 0 || isTilted || isSkew || Math.abs(a - b) > rounding * size) return 0;
  return x[0] * y[1] - x[1] * y[0] > 0 ? 1 : -1;
}
