import { PathBuilder, reversePath, segmentsOf } from './cut.ts';
import type { Path } from './path.ts';

/** A path made of others, and their numbers. */
export interface JoinedPath {
  readonly path: Path;
  readonly members: readonly number[];
}

type End = readonly [x: number, y: number];
const startOf = ({ coordinates }: Path): End => [coordinates[0]!, coordinates[1]!];
const endOf = ({ coordinates }: Path): End => [coordinates.at(-3)!, coordinates.at(-2)!];
const gap = (a: End, b: End) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * Joins open paths whose ends come within a distance in plan: the nearest ends first, other paths turned round to fit
 * the first. Ends that differ are bridged by a straight segment; ends at one place become one vertex, with the first
 * one's elevation where it has one. A path whose own ends then meet is closed. Closed paths are left as they are.
 * O(n²) in the paths.
 */
export function joinPaths(paths: readonly Path[], distance: number): JoinedPath[] {
  let joined: JoinedPath[] = paths.map((path, number) => ({ path, members: [number] }));
  for (;;) {
    const best = nearestEnds(joined, distance);
    if (best === null) break;
    const { a, b, isFirstTurned, isSecondTurned } = best;
    const [first, second] = [joined[a]!, joined[b]!];
    const path = connect(
      isFirstTurned ? reversePath(first.path) : first.path,
      isSecondTurned ? reversePath(second.path) : second.path,
    );
    // The direction of the first path is kept.
    const whole = {
      path: isFirstTurned ? reversePath(path) : path,
      members: [...first.members, ...second.members],
    };
    joined = joined.map((each, i) => (i === a ? whole : each)).filter((_, i) => i !== b);
  }
  return joined.map((each) =>
    each.members.length > 1 ? { ...each, path: closedWhereItMeets(each.path, distance) } : each,
  );
}

function nearestEnds(joined: readonly JoinedPath[], distance: number) {
  let best: { a: number; b: number; isFirstTurned: boolean; isSecondTurned: boolean; gap: number } | null =
    null;
  for (let a = 0; a < joined.length; a++) {
    for (let b = a + 1; b < joined.length; b++) {
      const [first, second] = [joined[a]!.path, joined[b]!.path];
      if (first.isClosed || second.isClosed) continue;
      for (const isFirstTurned of [false, true]) {
        for (const isSecondTurned of [false, true]) {
          const from = isFirstTurned ? startOf(first) : endOf(first);
          const to = isSecondTurned ? endOf(second) : startOf(second);
          const found = gap(from, to);
          if (found <= distance && (best === null || found < best.gap)) {
            best = { a, b, isFirstTurned, isSecondTurned, gap: found };
          }
        }
      }
    }
  }
  return best;
}

function connect(first: Path, second: Path): Path {
  const builder = new PathBuilder();
  for (const segment of segmentsOf(first)) builder.add(segment);
  const rest = segmentsOf(second);
  const head = rest[0]!;
  const last = builder.coordinates.length;
  const [x, y, z] = builder.coordinates.slice(-3) as [number, number, number];
  if (x !== head.x0 || y !== head.y0) {
    builder.add({ x0: x, y0: y, z0: z, x1: head.x0, y1: head.y0, z1: head.z0, bulge: 0 });
  } else if (Number.isNaN(z)) builder.coordinates[last - 1] = head.z0;
  for (const segment of rest) builder.add(segment);
  return builder.finish();
}

function closedWhereItMeets(path: Path, distance: number): Path {
  const [start, end] = [startOf(path), endOf(path)];
  if (path.isClosed || path.coordinates.length < 9 || gap(start, end) > distance) return path;
  if (gap(start, end) > 0) return { ...path, isClosed: true };
  const coordinates = path.coordinates.slice(0, -3);
  if (Number.isNaN(coordinates[2]!)) coordinates[2] = path.coordinates.at(-1)!;
  return { coordinates, bulges: path.bulges.slice(0, -1), isClosed: true };
}
