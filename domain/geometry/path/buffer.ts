import { flattenArcs } from '../plane/bulge.ts';
import { isInRing } from '../plane/ring.ts';
import { signedPathArea } from './area.ts';
import { reversePath } from './cut.ts';
import { offsetPaths } from './offset.ts';
import type { Path } from './path.ts';

/** The rings of an area, the outline first, counter-clockwise; holes are clockwise. */
export type AreaRings = readonly Path[];

/**
 * All places within a distance of an open path, its ends rounded; arcs are true arcs.
 * @param distance above 0
 * @throws edit.too-many-vertices
 */
export function bufferLine(path: Path, distance: number): AreaRings[] {
  return areasOf(offsetPaths([thereAndBack(path)], distance, 'round'));
}

/**
 * All places within a distance of an area; of a negative distance, those farther inside it than that.
 * @param rings the outline first, in any direction
 */
export function bufferArea(rings: readonly Path[], distance: number): AreaRings[] {
  const directed = rings.map((ring, i) =>
    signedPathArea(ring) > 0 === (i === 0) ? ring : reversePath(ring),
  );
  return areasOf(offsetPaths(directed, distance, 'round'));
}

/** A ring that goes along a path and back. */
function thereAndBack(path: Path): Path {
  if (path.isClosed) return path;
  const back = reversePath(path);
  return {
    coordinates: [...path.coordinates.slice(0, -3), ...back.coordinates.slice(0, -3)],
    bulges: [...path.bulges.slice(0, -1), ...back.bulges.slice(0, -1)],
    isClosed: true,
  };
}

/** How far chords leave arcs where it is tested which outline a hole lies in. */
const chordTolerance = 1e-4;

/** Whether a vertex of a ring lies in an outline; those that touch it may be on either side. */
function isAnyIn(outline: readonly number[], { coordinates }: Path): boolean {
  return coordinates.some((x, i) => i % 3 === 0 && isInRing(outline, x, coordinates[i + 1]!));
}

/** Rings as areas: each hole with the smallest outline that contains it. */
function areasOf(rings: readonly Path[]): AreaRings[] {
  const closed = rings.filter((ring) => ring.isClosed && ring.coordinates.length >= 6);
  const sized = closed.map((ring) => ({ ring, area: signedPathArea(ring) }));
  const outlines = sized.filter(({ area }) => area > 0).sort((a, b) => a.area - b.area);
  const flat = outlines.map(({ ring }) => {
    const places = flattenArcs(ring.coordinates, ring.bulges, true, chordTolerance);
    return places.filter((_, i) => i % 3 !== 2);
  });
  const areas = outlines.map(({ ring }) => [ring]);
  for (const { ring, area } of sized) {
    if (area >= 0) continue;
    const outer = flat.findIndex((outline) => isAnyIn(outline, ring));
    areas[outer]?.push(ring);
  }
  return areas;
}
