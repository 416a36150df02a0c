import { difference, intersection, union } from 'polyclip-ts';
import { nearestOnSegment } from './nearest.ts';
import { type Path, placeOnSegment, type Segment, straightRing } from './path.ts';
import { indexSegments, type SegmentIndex } from './segment-index.ts';

/** `difference`: the first area without the others. */
export const areaOperations = ['union', 'difference', 'intersection'] as const;
export type AreaOperation = (typeof areaOperations)[number];

/** Places nearer to each other than this are one, horizontal unit. */
const tolerance = 1e-7;

type Ring = [number, number][];

/**
 * Combines areas of straight segments in plan. Vertices keep their elevations; new ones have those of the first area's
 * edge that they lie on. Vertices on straight edges stay. The crossings are computed in decimal numbers of any length
 * (polyclip-ts), so that shared edges leave no slivers.
 * @param areas rings of each, the outline first, without arcs and without self-crossings
 * @returns rings of each part, the outline first, counter-clockwise, holes clockwise
 */
export function combineAreas(areas: readonly (readonly Path[])[], operation: AreaOperation): Path[][] {
  const [ox, oy] = areas[0]![0]!.coordinates as [number, number];
  const [first, ...others] = areas.map((rings) => rings.map((ring) => ringOf(ring, ox, oy)));
  const combine = { union, difference, intersection }[operation];
  const index = indexSegments(areas.flat());
  return combine(first!, ...others).map((rings) => rings.map((ring) => pathOf(ring, index, ox, oy)));
}

/** Relative to a place nearby, so that differences keep their digits. */
function ringOf({ coordinates }: Path, ox: number, oy: number): Ring {
  const ring: Ring = [];
  for (let i = 0; i < coordinates.length; i += 3) ring.push([coordinates[i]! - ox, coordinates[i + 1]! - oy]);
  return ring;
}

function pathOf(
  ring: readonly (readonly [number, number])[],
  index: SegmentIndex,
  ox: number,
  oy: number,
): Path {
  const places = ring.slice(0, -1).map(([x, y]) => [x + ox, y + oy] as const);
  const coordinates = places.flatMap(([x0, y0], i) => {
    const [x1, y1] = places[(i + 1) % places.length]!;
    const edge = { x0, y0, z0: 0, x1, y1, z1: 0, bulge: 0 };
    return [x0, y0, elevationAt(x0, y0, index), ...verticesOn(edge, index)];
  });
  return straightRing(coordinates);
}

/** The elevation of a vertex of the sources at a place, else that of the first edge there; NaN where neither has any. */
function elevationAt(x: number, y: number, index: SegmentIndex): number {
  const here = { x0: x, y0: y, z0: 0, x1: x, y1: y, z1: 0, bulge: 0 };
  const near = index.near(here, tolerance).sort((a, b) => a.path - b.path);
  const vertex = near.find(({ x0, y0, z0 }) => Math.hypot(x - x0, y - y0) <= tolerance && !Number.isNaN(z0));
  if (vertex !== undefined) return vertex.z0;
  for (const segment of near) {
    const { share, distance } = nearestOnSegment(segment, x, y);
    const { z } = placeOnSegment(segment, share);
    if (distance <= tolerance && !Number.isNaN(z)) return z;
  }
  return Number.NaN;
}

/** Vertices of the sources between the ends of an edge, xyz, in its direction. */
function verticesOn(edge: Segment, index: SegmentIndex): number[] {
  const length = Math.hypot(edge.x1 - edge.x0, edge.y1 - edge.y0);
  const found = index.near(edge, tolerance).flatMap(({ x0, y0, z0, path }) => {
    const { share, distance } = nearestOnSegment(edge, x0, y0);
    const isInside = share * length > tolerance && (1 - share) * length > tolerance;
    return distance <= tolerance && isInside ? [{ share, path, place: [x0, y0, z0] }] : [];
  });
  found.sort((a, b) => a.share - b.share || a.path - b.path);
  return found
    .filter(({ share }, i) => i === 0 || (share - found[i - 1]!.share) * length > tolerance)
    .flatMap(({ place }) => place);
}
