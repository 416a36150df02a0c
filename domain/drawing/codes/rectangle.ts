/** xyz. */
export type Corner = readonly [x: number, y: number, z: number];

/** A rectangle, and how far its third corner lies from the place that was surveyed. */
export interface MadeRectangle {
  readonly corners: readonly Corner[];
  readonly moved: number;
}

/**
 * The rectangle on the side between the first two places. With a width the other side lies that far right of the
 * direction of travel (left where it is negative), at the heights of the first; without, it goes through the third place,
 * whose corner is moved along it to be square. The fourth corner closes the plane of the others. Null where the side has
 * no length, or the width is 0 or the third place missing.
 */
export function makeRectangle(places: readonly Corner[], width: number | null): MadeRectangle | null {
  const [a, b, c] = places;
  if (!a || !b) return null;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const side = Math.hypot(dx, dy);
  if (side === 0) return null;
  const [nx, ny] = [-dy / side, dx / side];
  const offset = width === null ? (c ? (c[0] - b[0]) * nx + (c[1] - b[1]) * ny : 0) : -width;
  if (offset === 0) return null;
  const beside = ([x, y]: Corner, z: number): Corner => [x + offset * nx, y + offset * ny, z];
  if (width !== null || !c) {
    return { corners: [a, b, beside(b, b[2]), beside(a, a[2])], moved: 0 };
  }
  const third = beside(b, c[2]);
  return {
    corners: [a, b, third, beside(a, a[2] + c[2] - b[2])],
    moved: Math.hypot(third[0] - c[0], third[1] - c[1]),
  };
}
