import { AppError } from '../../errors/app-error.ts';
import { crossings, withinSegment } from './crossings.ts';
import { PathBuilder, partOfSegment, segmentsOf, withoutRepeats } from './cut.ts';
import { mergeSegments } from './merge.ts';
import { nearestOnSegment } from './nearest.ts';
import { type OffsetCorner, rawOffset } from './offset-raw.ts';
import { lengthOfSegment, type Path, placeOnSegment, type Segment } from './path.ts';
import { indexSegments, type SegmentIndex } from './segment-index.ts';

/** What is offset at once: some twenty seconds of one core. */
export interface OffsetLimits {
  readonly vertices: number;
  /** Pairs of segments near each other. */
  readonly pairs: number;
}

const offsetLimits: OffsetLimits = { vertices: 100_000, pairs: 4_000_000 };

/** Places nearer to each other than this are one, horizontal unit. */
const tolerance = 1e-7;

/** A path moved sideways, as `offsetPaths`. */
export function offsetPath(
  path: Path,
  distance: number,
  corner: OffsetCorner,
  limits: OffsetLimits = offsetLimits,
): Path[] {
  return offsetPaths([path], distance, corner, limits);
}

/**
 * Paths moved sideways, arcs as arcs, elevations those of the places it comes from. Where it would cross itself or come
 * nearer to any of the paths than asked, those parts are left out; what remains may be more paths, or none. After the method
 * of X. Liu, J. Yong, G. Zheng and J. Sun, "An offset algorithm for polyline curves", 2007: moved segments are joined,
 * cut where they cross, and the parts too near to the source dropped. O(n log n + k) for k pairs that come near.
 * @param distance to the right, negative to the left, not 0
 * @throws edit.too-many-vertices, edit.offset-too-dense
 */
export function offsetPaths(
  paths: readonly Path[],
  distance: number,
  corner: OffsetCorner,
  limits: OffsetLimits = offsetLimits,
): Path[] {
  const count = paths.reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (count > limits.vertices) {
    throw new AppError('edit.too-many-vertices', { count, limit: limits.vertices });
  }
  const sources = paths
    .map((path) => withoutRepeats(path, tolerance))
    .filter((path) => segmentsOf(path).some((segment) => lengthOfSegment(segment) > tolerance));
  const raw = sources.flatMap((path) =>
    rawOffset(segmentsOf(path), path.isClosed, distance, corner, tolerance),
  );
  const caps = sources.flatMap((path) => endCircles(path, distance));
  const index = indexSegments(sources);
  const long = raw.filter((segment) => lengthOfSegment(segment) > tolerance);
  const kept = cutAtCrossings(long, caps, limits.pairs).filter((segment) =>
    isFarEnough(segment, index, Math.abs(distance)),
  );
  return stitch(withoutDoubles(kept));
}

function endCircles(path: Path, distance: number): Segment[] {
  if (path.isClosed) return [];
  const segments = segmentsOf(path);
  return [...endCircle(segments[0]!, 0, distance), ...endCircle(segments.at(-1)!, 1, distance)];
}

/** The circle of places as far from an end of an open line as its offset is, in two halves. */
function endCircle(segment: Segment, share: 0 | 1, distance: number): Segment[] {
  const { x, y } = placeOnSegment(segment, share);
  const [left, right] = [x - Math.abs(distance), x + Math.abs(distance)];
  const half = { z0: 0, z1: 0, y0: y, y1: y, bulge: 1 };
  return [
    { ...half, x0: left, x1: right },
    { ...half, x0: right, x1: left },
  ];
}

/** The segments cut where they cross each other or other segments. */
function cutAtCrossings(
  segments: readonly Segment[],
  others: readonly Segment[],
  maxPairs: number,
): Segment[] {
  const path = (all: readonly Segment[]): Path[] =>
    all.map(({ x0, y0, z0, x1, y1, z1, bulge }) => ({
      coordinates: [x0, y0, z0, x1, y1, z1],
      bulges: [bulge, 0],
      isClosed: false,
    }));
  const index = indexSegments(path([...segments, ...others]));
  let pairs = 0;
  return segments.flatMap((segment, number) => {
    const length = lengthOfSegment(segment);
    const near = index.near(segment, tolerance);
    pairs += near.length;
    if (pairs > maxPairs) throw new AppError('edit.offset-too-dense');
    const cuts = near.flatMap((other) => {
      if (other.path === number) return [];
      const otherLength = lengthOfSegment(other);
      const crossed = crossings(segment, other).flatMap(({ shareA, shareB }) => {
        const own = withinSegment(segment, shareA, length, tolerance);
        return own !== null && withinSegment(other, shareB, otherLength, tolerance) !== null ? [own] : [];
      });
      return [...crossed, ...endsOn(segment, other)];
    });
    const inside = cuts.filter((share) => share * length > tolerance && (1 - share) * length > tolerance);
    const bounds = [0, ...[...new Set(inside)].sort((a, b) => a - b), 1];
    return bounds.slice(1).flatMap((to, i) => {
      const part = partOfSegment(segment, bounds[i]!, to);
      return lengthOfSegment(part) > tolerance ? [part] : [];
    });
  });
}

/** Shares of a segment where the ends of another lie on it, as where both run along one line or circle. */
function endsOn(segment: Segment, { x0, y0, x1, y1 }: Segment): number[] {
  const ends = [nearestOnSegment(segment, x0, y0), nearestOnSegment(segment, x1, y1)];
  return ends.filter(({ distance }) => distance <= tolerance).map(({ share }) => share);
}

/** Parts that run the same way along the same places are one. */
function withoutDoubles(parts: readonly Segment[]): Segment[] {
  const cell = (value: number) => Math.round(value / (100 * tolerance));
  const seen = new Set<string>();
  return parts.filter((part) => {
    const middle = placeOnSegment(part, 0.5);
    const key = [part.x0, part.y0, middle.x, middle.y, part.x1, part.y1].map(cell).join(' ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Shares of a part that are tested: between two cuts it is far enough everywhere or nowhere. */
const probes = [0.5, 0.05, 0.95];

function isFarEnough(segment: Segment, source: SegmentIndex, distance: number): boolean {
  const wanted = distance - Math.max(10 * tolerance, 1e-9 * distance);
  const near = source.near(segment, distance);
  return probes.every((share) => {
    const { x, y } = placeOnSegment(segment, share);
    return near.every((other) => nearestOnSegment(other, x, y).distance >= wanted);
  });
}

/** Parts that follow each other as paths; one that ends where it began is closed. */
function stitch(parts: readonly Segment[]): Path[] {
  const paths: Path[] = [];
  const isUsed = new Uint8Array(parts.length);
  const byStart = new Map<string, number[]>();
  const cell = (value: number) => Math.round(value / (100 * tolerance));
  parts.forEach(({ x0, y0 }, number) => {
    const key = `${cell(x0)} ${cell(y0)}`;
    byStart.set(key, [...(byStart.get(key) ?? []), number]);
  });
  const isFollower = (last: Segment, number: number) => {
    const next = parts[number]!;
    return isUsed[number] === 0 && Math.hypot(next.x0 - last.x1, next.y0 - last.y1) <= 20 * tolerance;
  };
  /** The next part in a cell beside the end of one. */
  const followerOf = (last: Segment): number | undefined => {
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        const key = `${cell(last.x1) + dx} ${cell(last.y1) + dy}`;
        const found = byStart.get(key)?.find((number) => isFollower(last, number));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  // Parts without one before them begin their paths; what is left then are rings.
  const hasBefore = new Uint8Array(parts.length);
  for (const part of parts) {
    const next = followerOf(part);
    if (next !== undefined) hasBefore[next] = 1;
  }
  const order = [...parts.keys()].sort((a, b) => hasBefore[a]! - hasBefore[b]! || a - b);
  for (const first of order) {
    if (isUsed[first] === 1) continue;
    const chain: Segment[] = [];
    for (let number: number | undefined = first; number !== undefined; number = followerOf(chain.at(-1)!)) {
      isUsed[number] = 1;
      chain.push(parts[number]!);
    }
    paths.push(pathOfChain(chain));
  }
  return paths;
}

function pathOfChain(chain: readonly Segment[]): Path {
  const builder = new PathBuilder();
  for (const segment of mergeSegments(chain, tolerance)) builder.add(segment);
  const [first, last] = [chain[0]!, chain.at(-1)!];
  const isRing = chain.length > 1 && Math.hypot(last.x1 - first.x0, last.y1 - first.y0) <= 20 * tolerance;
  const path = builder.finish();
  if (!isRing) return path;
  return { coordinates: path.coordinates.slice(0, -3), bulges: path.bulges.slice(0, -1), isClosed: true };
}
