import {
  lengthOfSegment,
  type Path,
  placeOnSegment,
  type Segment,
  segmentAt,
  segmentCount,
  stationsOf,
} from './path.ts';

/** The bulge of a part of an arc that turns by a share of its angle. */
export function bulgeOfShare(bulge: number, share: number): number {
  return share === 1 ? bulge : Math.tan(share * Math.atan(bulge));
}

/** Collects segments into an open path. */
export class PathBuilder {
  readonly coordinates: number[] = [];
  readonly bulges: number[] = [];

  /** Adds a segment that begins where the last one ended. */
  add({ x0, y0, z0, x1, y1, z1, bulge }: Segment): void {
    if (this.coordinates.length === 0) {
      this.coordinates.push(x0, y0, z0);
      this.bulges.push(0);
    }
    this.bulges[this.bulges.length - 1] = bulge;
    this.coordinates.push(x1, y1, z1);
    this.bulges.push(0);
  }

  finish(): Path {
    return { coordinates: this.coordinates, bulges: this.bulges, isClosed: false };
  }
}

/** A part of a segment, by shares of its length. Shares may lie outside 0 to 1: it goes on straight or along its circle. */
export function partOfSegment(segment: Segment, from: number, to: number): Segment {
  if (from === 0 && to === 1) return segment;
  const start = placeOnSegment(segment, from);
  const end = placeOnSegment(segment, to);
  const bulge = bulgeOfShare(segment.bulge, to - from);
  return { x0: start.x, y0: start.y, z0: start.z, x1: end.x, y1: end.y, z1: end.z, bulge };
}

/**
 * The part of a path between two stations, as an open path; null where it has no length. Of a closed path, one that ends
 * before it begins goes over its first vertex.
 */
export function cutPath(path: Path, from: number, to: number): Path | null {
  const stations = stationsOf(path);
  const total = stations.at(-1) ?? 0;
  const builder = new PathBuilder();
  const addBetween = (begin: number, end: number) => {
    for (let i = 0; i + 1 < stations.length; i++) {
      const [first, last] = [stations[i]!, stations[i + 1]!];
      const length = last - first;
      if (length === 0 || last <= begin || first >= end) continue;
      const a = begin <= first ? 0 : (begin - first) / length;
      const b = end >= last ? 1 : (end - first) / length;
      builder.add(partOfSegment(segmentAt(path, i), a, b));
    }
  };
  if (path.isClosed && to <= from) {
    addBetween(from, total);
    addBetween(0, to);
  } else addBetween(from, to);
  return builder.coordinates.length === 0 ? null : builder.finish();
}

/** The parts of a path between stations, in its direction; a closed path is cut open at the first. */
export function splitPath(path: Path, at: readonly number[]): Path[] {
  const total = stationsOf(path).at(-1) ?? 0;
  const inside = [...new Set(at)]
    .filter((station) => (path.isClosed ? station >= 0 && station < total : station > 0 && station < total))
    .sort((a, b) => a - b);
  if (inside.length === 0) return [path];
  const bounds = path.isClosed ? [...inside, inside[0]!] : [0, ...inside, total];
  return bounds.slice(1).flatMap((to, i) => cutPath(path, bounds[i]!, to) ?? []);
}

/** The path in the other direction; a closed one keeps its first vertex. */
export function reversePath({ coordinates, bulges, isClosed }: Path): Path {
  const count = coordinates.length / 3;
  const order = Array.from({ length: count }, (_, i) => (isClosed ? (count - i) % count : count - 1 - i));
  return {
    coordinates: order.flatMap((vertex) => coordinates.slice(3 * vertex, 3 * vertex + 3)),
    // The segment after a vertex is the one that led to it before.
    bulges: order.map((vertex, i) =>
      i + 1 === count && !isClosed ? 0 : -bulges[(vertex + count - 1) % count]! || 0,
    ),
    isClosed,
  };
}

/** All segments of a path. */
export function segmentsOf(path: Path): Segment[] {
  return Array.from({ length: segmentCount(path) }, (_, i) => segmentAt(path, i));
}

/** Vertices in a row at one place in plan, but the first, are left out, with the segment between them. */
export function withoutRepeats(path: Path, tolerance: number): Path {
  const builder = new PathBuilder();
  const segments = segmentsOf(path);
  const kept = segments.filter((segment) => lengthOfSegment(segment) > tolerance);
  if (kept.length === segments.length || kept.length === 0) return path;
  const first = kept[0]!;
  let [x, y, z] = [first.x0, first.y0, first.z0];
  for (const segment of kept) {
    builder.add({ ...segment, x0: x, y0: y, z0: z });
    [x, y, z] = [segment.x1, segment.y1, segment.z1];
  }
  if (!path.isClosed) return builder.finish();
  return {
    coordinates: builder.coordinates.slice(0, -3),
    bulges: builder.bulges.slice(0, -1),
    isClosed: true,
  };
}
