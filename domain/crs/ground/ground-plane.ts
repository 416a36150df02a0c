import { createGrid, type Grid } from '../../geometry/grid/grid.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import { composeGeoTransforms, determinantOf } from '../../geometry/plane/affine.ts';
import type { GroundScale } from './ground-scale.ts';

/** The reference place of a measured area, and the scale of lengths on the ground there. */
export interface MeasuredPlace {
  readonly place: readonly [x: number, y: number];
  /** Null where the system does not say: lengths are those of its plane. */
  readonly scale: GroundScale | null;
}

/** Ground lengths from a place of the system, as an affine map; null where they are those of the system's plane. */
export function groundMap({ scale, place: [x, y] }: MeasuredPlace): GeoTransform | null {
  if (!scale) return null;
  const { eastX, eastY, northX, northY } = scale;
  return [-eastX * x - eastY * y, eastX, eastY, -northX * x - northY * y, northX, northY];
}

const unchanged: GeoTransform = [0, 1, 0, 0, 0, 1];

/**
 * A grid whose cells have the area that they have on the ground, and the map of its old coordinates to the new.
 * @param toWorld coordinates of the grid to those of the system; null where they are the same
 */
export function groundGrid(grid: Grid, toWorld: GeoTransform | null, at: MeasuredPlace) {
  const toGround = composeGeoTransforms(groundMap(at) ?? unchanged, toWorld ?? unchanged);
  const factor = Math.sqrt(Math.abs(determinantOf(toGround)));
  const toFrame: GeoTransform = [-grid.originX * factor, factor, 0, -grid.originY * factor, 0, factor];
  const frame = { ...grid, originX: 0, originY: 0, cellSize: grid.cellSize * factor };
  // from slopes in the frame to slopes on the ground: the inverse of the frame's steps there
  const [, a, b, , c, d] = toGround.map((value) => value / factor) as unknown as GeoTransform;
  const slopeMetric = { pp: d * d + b * b, pq: -2 * (c * d + a * b), qq: c * c + a * a };
  return { grid: { ...createGrid(frame, grid.values), slopeMetric }, toFrame };
}
