import { clamp } from '../math/clamp.ts';

/** A strip of ground along a line, cut by its width; made by `createCorridor`. Horizontal units. */
export interface Corridor {
  /** xy a vertex, length 2n; places without length between them are left out. */
  readonly xy: readonly number[];
  /** Distance along the line to each vertex, length n. */
  readonly stations: readonly number[];
  readonly length: number;
  readonly halfWidth: number;
}

/** Where a place lies in a corridor. */
export interface CorridorPlace {
  /** Distance along the line. */
  readonly station: number;
  /** Distance from the line, to its right positive. */
  readonly offset: number;
}

/** Makes the corridor of a line. `coordinates`: xyz a vertex; z is not used. */
export function createCorridor(coordinates: readonly number[], width: number): Corridor {
  const xy: number[] = [];
  const stations: number[] = [];
  let length = 0;
  for (let i = 0; i + 2 < coordinates.length; i += 3) {
    const [x, y] = [coordinates[i]!, coordinates[i + 1]!];
    if (xy.length > 0) {
      const step = Math.hypot(x - xy.at(-2)!, y - xy.at(-1)!);
      if (step === 0) continue;
      length += step;
    }
    xy.push(x, y);
    stations.push(length);
  }
  return { xy, stations, length, halfWidth: width / 2 };
}

/**
 * Where a place lies in a corridor: on the segment that is nearest to it. Null outside. Ends are cut square; the outer
 * side of a bend is filled round. O(n) in the line's vertices.
 */
export function placeInCorridor(corridor: Corridor, x: number, y: number): CorridorPlace | null {
  const { xy, stations, halfWidth } = corridor;
  const last = stations.length - 2;
  let best: CorridorPlace | null = null;
  let bestDistance = halfWidth;
  for (let i = 0; i <= last; i++) {
    const [ax, ay, bx, by] = [xy[2 * i]!, xy[2 * i + 1]!, xy[2 * i + 2]!, xy[2 * i + 3]!];
    const length = stations[i + 1]! - stations[i]!;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const along = (x - ax) * ux + (y - ay) * uy;
    if ((i === 0 && along < 0) || (i === last && along > length)) continue;
    const held = clamp(along, 0, length);
    const right = (x - ax) * uy - (y - ay) * ux;
    const distance = Math.hypot(right, along - held);
    if (distance > bestDistance) continue;
    bestDistance = distance;
    best = { station: stations[i]! + held, offset: right < 0 ? -distance : distance };
  }
  return best;
}

/** The place on the line at a distance along it, which is held between its ends. */
export function placeAtStation({ xy, stations, length }: Corridor, station: number): [x: number, y: number] {
  const at = clamp(station, 0, length);
  let i = 0;
  while (i < stations.length - 2 && stations[i + 1]! < at) i++;
  const share = (at - stations[i]!) / (stations[i + 1]! - stations[i]!);
  return [
    xy[2 * i]! + (xy[2 * i + 2]! - xy[2 * i]!) * share,
    xy[2 * i + 1]! + (xy[2 * i + 3]! - xy[2 * i + 1]!) * share,
  ];
}

/** True where a box may touch a corridor; false only where it does not. */
export function mayTouchCorridor(
  { xy, stations, halfWidth }: Corridor,
  min: readonly [x: number, y: number, ...rest: number[]],
  max: readonly [x: number, y: number, ...rest: number[]],
): boolean {
  const centre = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2] as const;
  const half = [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2] as const;
  for (let i = 0; i + 1 < stations.length; i++) {
    const [ax, ay, bx, by] = [xy[2 * i]!, xy[2 * i + 1]!, xy[2 * i + 2]!, xy[2 * i + 3]!];
    const isBeside =
      Math.min(ax, bx) - halfWidth > max[0] ||
      Math.max(ax, bx) + halfWidth < min[0] ||
      Math.min(ay, by) - halfWidth > max[1] ||
      Math.max(ay, by) + halfWidth < min[1];
    if (isBeside) continue;
    const length = stations[i + 1]! - stations[i]!;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const right = Math.abs((centre[0] - ax) * uy - (centre[1] - ay) * ux);
    if (right <= halfWidth + half[0] * Math.abs(uy) + half[1] * Math.abs(ux)) return true;
  }
  return false;
}
