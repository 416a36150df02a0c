import { packBoxes } from '../plane/box-tree.ts';
import { arcExtent } from '../plane/bulge.ts';
import { type Path, type Segment, segmentAt, segmentCount } from './path.ts';

/** A segment and where it belongs. */
export interface IndexedSegment extends Segment {
  /** Number of its path, and of the segment there. */
  readonly path: number;
  readonly index: number;
}

/** Finds segments near a box. */
export interface SegmentIndex {
  readonly segments: readonly IndexedSegment[];
  /** Segments whose boxes come within `margin` of this one's. */
  near(segment: Segment, margin: number): IndexedSegment[];
}

/** Indexes all segments of paths. O(n log n). */
export function indexSegments(paths: readonly Path[]): SegmentIndex {
  const segments = paths.flatMap((path, number) =>
    Array.from({ length: segmentCount(path) }, (_, index) => ({
      ...segmentAt(path, index),
      path: number,
      index,
    })),
  );
  const boxes = new Float64Array(6 * segments.length);
  segments.forEach(({ x0, y0, x1, y1, bulge }, i) => {
    const { minX, minY, maxX, maxY } = arcExtent(x0, y0, x1, y1, bulge);
    boxes.set([minX, minY, 0, maxX, maxY, 0], 6 * i);
  });
  const tree = packBoxes(boxes);
  return {
    segments,
    near({ x0, y0, x1, y1, bulge }, margin) {
      const { minX, minY, maxX, maxY } = arcExtent(x0, y0, x1, y1, bulge);
      const found = tree.query([
        [1, 0, 0, margin - minX],
        [-1, 0, 0, maxX + margin],
        [0, 1, 0, margin - minY],
        [0, -1, 0, maxY + margin],
      ]);
      return found.map((number) => segments[number]!);
    },
  };
}
