/** A box in degrees; `east < west` crosses the antimeridian. A place is a box without size. */
export interface GeographicBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

const width = ({ west, east }: GeographicBox): number => (east < west ? east + 360 - west : east - west);

/** True where `outer` holds all of `inner`, edges included. */
export function boxHolds(outer: GeographicBox, inner: GeographicBox): boolean {
  if (inner.south < outer.south || inner.north > outer.north) return false;
  if (width(outer) >= 360) return true;
  const from = (inner.west - outer.west + 720) % 360;
  return from + width(inner) <= width(outer);
}

/** Size of a box on the sphere in square degrees at the equator: a measure of how close a fit is. */
export function boxSize(box: GeographicBox): number {
  const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
  return (width(box) * (sine(box.north) - sine(box.south)) * 180) / Math.PI;
}
