import { AppError } from '../../errors/app-error.ts';
import { crossings, withinSegment } from './crossings.ts';
import { cutPath, partOfSegment, reversePath, segmentsOf } from './cut.ts';
import { lengthOfSegment, type Path, segmentAt, segmentCount, stationsOf } from './path.ts';
import { indexSegments } from './segment-index.ts';

/** Places nearer to each other than this are one, horizontal unit. */
const tolerance = 1e-7;

/** Part of a path: what lies before its first crossing, after its last, or between these two. */
export type TrimmedPart = 'start' | 'end' | 'middle';

/** Stations at which a path crosses or touches others, rising. */
export function crossingStations(path: Path, others: readonly Path[]): number[] {
  const stations = stationsOf(path);
  const index = indexSegments(others);
  if (index.segments.length === 0) return [];
  const found = segmentsOf(path).flatMap((segment, i) => {
    const length = lengthOfSegment(segment);
    return index.near(segment, tolerance).flatMap((other) =>
      crossings(segment, other).flatMap(({ shareA, shareB }) => {
        const own = withinSegment(segment, shareA, length, tolerance);
        const isOnOther = withinSegment(other, shareB, lengthOfSegment(other), tolerance) !== null;
        return own !== null && isOnOther ? [stations[i]! + own * length] : [];
      }),
    );
  });
  const rising = found.sort((a, b) => a - b);
  return rising.filter((station, i) => i === 0 || station - rising[i - 1]! > tolerance);
}

/**
 * An open path without a part that its crossings with edges bound: one path, or two where the middle goes.
 * @throws edit.trim-closed, edit.no-crossing
 */
export function trimPath(path: Path, edges: readonly Path[], part: TrimmedPart): Path[] {
  if (path.isClosed) throw new AppError('edit.trim-closed');
  const total = stationsOf(path).at(-1)!;
  const inside = crossingStations(path, edges).filter(
    (station) => station > tolerance && station < total - tolerance,
  );
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined || (part === 'middle' && first === last)) {
    throw new AppError('edit.no-crossing');
  }
  const kept = [
    part === 'start' ? null : cutPath(path, 0, part === 'middle' ? first : last),
    part === 'end' ? null : cutPath(path, part === 'middle' ? last : first, total),
  ];
  return kept.filter((each) => each !== null);
}

/**
 * An open path whose end goes on, straight or along its circle, to the nearest edge that it reaches; its elevation
 * goes on evenly. O(n) in the edges' segments.
 * @throws edit.extend-closed, edit.no-edge-ahead
 */
export function extendToEdge(path: Path, edges: readonly Path[], end: 'start' | 'end'): Path {
  if (path.isClosed) throw new AppError('edit.extend-closed');
  if (end === 'start') return reversePath(extendToEdge(reversePath(path), edges, 'end'));
  const last = segmentAt(path, segmentCount(path) - 1);
  const length = lengthOfSegment(last);
  if (length === 0) throw new AppError('edit.no-edge-ahead');
  const ahead = edges.flatMap(segmentsOf).flatMap((edge) =>
    crossings(last, edge).flatMap(({ shareA, shareB }) => {
      const isOnEdge = withinSegment(edge, shareB, lengthOfSegment(edge), tolerance) !== null;
      return isOnEdge && (shareA - 1) * length > tolerance ? [shareA] : [];
    }),
  );
  const nearest = ahead.reduce((least, share) => Math.min(least, share), Number.POSITIVE_INFINITY);
  const isWholeCircle =
    last.bulge !== 0 && nearest * 4 * Math.abs(Math.atan(last.bulge)) >= 2 * Math.PI - 1e-9;
  if (nearest === Number.POSITIVE_INFINITY || isWholeCircle) throw new AppError('edit.no-edge-ahead');
  const { x1, y1, z1, bulge } = partOfSegment(last, 0, nearest);
  return {
    coordinates: [...path.coordinates.slice(0, -3), x1, y1, z1],
    bulges: [...path.bulges.slice(0, -2), bulge, 0],
    isClosed: false,
  };
}
