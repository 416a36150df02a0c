/** A place: x (easting), y (northing) and, where known, z (elevation), in one linear unit. As in GeoJSON. */
export type Position = readonly [x: number, y: number, z?: number];

/** A closed line whose last place is not the first again (a repeated one is tolerated). Either direction. */
export type Ring = readonly Position[];

/** A region: one or more rings, inside by the even-odd rule (outer rings and holes alike, in any order). */
export type Polygon = readonly Ring[];

/** The elevation of a place; NaN where it has none. */
export function elevationOf(position: Position): number {
  return position[2] ?? Number.NaN;
}

/** A ring without its repeated last place and without consecutive repeats in plan. */
export function openRing(ring: Ring): Position[] {
  const places = ring.filter((place, i) => i === 0 || !isSamePlace(place, ring[i - 1]!));
  while (places.length > 1 && isSamePlace(places[0]!, places.at(-1)!)) places.pop();
  return places;
}

/** True for equal x and y. */
export function isSamePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
