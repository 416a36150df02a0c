import { arcOfBulge, segmentLength } from '../plane/bulge.ts';

/** A line in plan of straight segments and arcs, with elevations at its vertices. */
export interface Path {
  /** xyz per vertex, length 3n; z is NaN where a vertex has no elevation. A closed path does not repeat its first. */
  readonly coordinates: readonly number[];
  /** A number per vertex as in `arcOfBulge`, of the segment that begins there; 0 for a straight one. */
  readonly bulges: readonly number[];
  /** Whether the last vertex joins the first. */
  readonly isClosed: boolean;
}

/** A closed path of straight segments; `coordinates` as in `Path`. */
export function straightRing(coordinates: readonly number[]): Path {
  return {
    coordinates,
    bulges: new Array<number>(Math.floor(coordinates.length / 3)).fill(0),
    isClosed: true,
  };
}

/** A segment of a path: its ends and its bulge. */
export interface Segment {
  readonly x0: number;
  readonly y0: number;
  readonly z0: number;
  readonly x1: number;
  readonly y1: number;
  readonly z1: number;
  readonly bulge: number;
}

/** A place on a path, and the direction of travel there. */
export interface PathPlace {
  readonly x: number;
  readonly y: number;
  /** Runs evenly along the segment; NaN where one of its ends has no elevation. */
  readonly z: number;
  /** Radians from east, counter-clockwise. */
  readonly direction: number;
}

/** Number of segments. */
export function segmentCount({ coordinates, isClosed }: Path): number {
  const vertices = coordinates.length / 3;
  return isClosed ? vertices : Math.max(0, vertices - 1);
}

/** A segment by the number of its first vertex. */
export function segmentAt({ coordinates, bulges }: Path, index: number): Segment {
  const from = 3 * index;
  const to = from + 3 < coordinates.length ? from + 3 : 0;
  return {
    x0: coordinates[from]!,
    y0: coordinates[from + 1]!,
    z0: coordinates[from + 2]!,
    x1: coordinates[to]!,
    y1: coordinates[to + 1]!,
    z1: coordinates[to + 2]!,
    bulge: bulges[index]!,
  };
}

/** Length of a segment in plan. */
export function lengthOfSegment({ x0, y0, x1, y1, bulge }: Segment): number {
  return segmentLength(x0, y0, x1, y1, bulge);
}

/** Length in plan from the beginning to each vertex and, closed, back to the first; length segments + 1. */
export function stationsOf(path: Path): Float64Array {
  const stations = new Float64Array(segmentCount(path) + 1);
  for (let i = 0; i + 1 < stations.length; i++) {
    stations[i + 1] = stations[i]! + lengthOfSegment(segmentAt(path, i));
  }
  return stations;
}

/** The place at a share (0 to 1) of a segment's length. */
export function placeOnSegment({ x0, y0, z0, x1, y1, z1, bulge }: Segment, share: number): PathPlace {
  const z = share === 0 ? z0 : share === 1 ? z1 : z0 + (z1 - z0) * share;
  const arc = arcOfBulge(x0, y0, x1, y1, bulge);
  if (arc === null) {
    const direction = Math.atan2(y1 - y0, x1 - x0);
    return { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, z, direction };
  }
  const angle = arc.startAngle + arc.sweep * share;
  const direction = angle + (Math.sign(arc.sweep) * Math.PI) / 2;
  if (share === 0 || share === 1) {
    return { x: share === 0 ? x0 : x1, y: share === 0 ? y0 : y1, z, direction };
  }
  const { centreX, centreY, radius } = arc;
  return { x: centreX + radius * Math.cos(angle), y: centreY + radius * Math.sin(angle), z, direction };
}

/** The segment of a station and the share of its length; null outside the path. */
export function locateStation(
  stations: Float64Array,
  station: number,
): { readonly index: number; readonly share: number } | null {
  const last = stations.length - 1;
  if (last < 1 || !(station >= 0) || station > stations[last]!) return null;
  let [low, high] = [0, last - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stations[middle]! <= station) low = middle;
    else high = middle - 1;
  }
  const length = stations[low + 1]! - stations[low]!;
  return { index: low, share: length === 0 ? 0 : Math.min(1, (station - stations[low]!) / length) };
}

/** The place at a length from the beginning, in plan; null outside the path. */
export function placeAtStation(path: Path, station: number): PathPlace | null {
  const at = locateStation(stationsOf(path), station);
  return at && placeOnSegment(segmentAt(path, at.index), at.share);
}
