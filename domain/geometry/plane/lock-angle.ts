/**
 * A place moved onto the nearest of the directions from another that are whole multiples of a step from grid north: the
 * foot of its perpendicular there. The place itself where the two are one.
 * @param step radians, above 0
 */
export function lockAngle(
  from: readonly [x: number, y: number],
  place: readonly [x: number, y: number],
  step: number,
): readonly [x: number, y: number] {
  const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
  if (dx === 0 && dy === 0) return place;
  const azimuth = Math.round(Math.atan2(dx, dy) / step) * step;
  const quarter = azimuth / (Math.PI / 2);
  // Whole quarters have no rounding, so that lines along the axes are exactly so.
  const isQuarter = Math.abs(quarter - Math.round(quarter)) < 1e-12;
  const sine = isQuarter ? Math.round(Math.sin(azimuth)) : Math.sin(azimuth);
  const cosine = isQuarter ? Math.round(Math.cos(azimuth)) : Math.cos(azimuth);
  const length = dx * sine + dy * cosine;
  return [from[0] + length * sine, from[1] + length * cosine];
}
