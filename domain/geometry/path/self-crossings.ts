import { crossings, withinSegment } from './crossings.ts';
import { lengthOfSegment, type Path } from './path.ts';
import { indexSegments } from './segment-index.ts';

/** Places nearer to each other than this are one, horizontal unit. */
const tolerance = 1e-7;

/**
 * Places where paths cross or touch themselves or each other, other than at a vertex that two segments share; at most
 * `limit`.
 */
export function selfCrossings(paths: readonly Path[], limit: number): (readonly [x: number, y: number])[] {
  const index = indexSegments(paths);
  const found: (readonly [number, number])[] = [];
  for (const segment of index.segments) {
    const length = lengthOfSegment(segment);
    for (const other of index.near(segment, tolerance)) {
      const isLater =
        other.path > segment.path || (other.path === segment.path && other.index > segment.index);
      if (!isLater) continue;
      for (const { x, y, shareA, shareB } of crossings(segment, other)) {
        const a = withinSegment(segment, shareA, length, tolerance);
        const b = withinSegment(other, shareB, lengthOfSegment(other), tolerance);
        if (a === null || b === null) continue;
        const areNeighbours =
          other.path === segment.path &&
          [
            [segment.x1 - other.x0, segment.y1 - other.y0],
            [segment.x0 - other.x1, segment.y0 - other.y1],
          ].some(([dx, dy]) => dx === 0 && dy === 0) &&
          isAtEnd(a, length) &&
          isAtEnd(b, lengthOfSegment(other));
        if (!areNeighbours) found.push([x, y]);
        if (found.length >= limit) return found;
      }
    }
  }
  return found;
}

const isAtEnd = (share: number, length: number) =>
  share * length <= 10 * tolerance || (1 - share) * length <= 10 * tolerance;
