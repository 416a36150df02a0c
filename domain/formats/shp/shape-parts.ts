import type { ShapeType } from './shape-types.ts';

/** Geometry of a record, in the form of `ExchangeFeature`. */
export interface ShapeGeometry {
  readonly kind: ShapeType['kind'];
  readonly coordinates: Float64Array;
  readonly partStarts?: readonly number[];
  readonly holeStarts?: readonly number[];
  readonly closed?: boolean;
}

/** Why a record has no geometry: codes of what is told. */
export type ShapeFault =
  | 'shp.null-shapes'
  | 'shp.multipatch'
  | 'shp.unknown-type'
  | 'shp.damaged'
  | 'shp.not-finite'
  | 'shp.without-extent';

/** What is told of a record whose geometry was read. */
export type ShapeRemark = 'shp.measures' | 'shp.heights-missing' | 'shp.short-parts' | 'shp.holes-not-placed';

/** Whether the last vertex is the first again. */
export function repeatsFirst(part: Float64Array): boolean {
  const last = part.length - 3;
  return last > 0 && [0, 1, 2].every((axis) => Object.is(part[axis], part[last + axis]));
}

/** Parts behind each other as one array, and the first vertex of each but the first. */
export function joinParts(parts: readonly Float64Array[]): { coordinates: Float64Array; starts: number[] } {
  const coordinates = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    if (at > 0) starts.push(at / 3);
    coordinates.set(part, at);
    at += part.length;
  }
  return { coordinates, starts };
}
