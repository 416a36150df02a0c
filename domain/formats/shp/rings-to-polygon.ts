import { ringArea } from '../exchange-rings.ts';
import {
  joinParts,
  repeatsFirst,
  type ShapeFault,
  type ShapeGeometry,
  type ShapeRemark,
} from './shape-parts.ts';

/** Comparisons of holes with outlines: beyond them a hole belongs to the outline before it. */
const minComparisons = 2_000_000;
const comparisonsPerVertex = 20;

interface Ring {
  readonly vertices: Float64Array;
  readonly holes: Float64Array[];
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * A polygon of the rings of a record. Outlines run clockwise and holes counter-clockwise in this format, in any order: a
 * hole belongs to the outline about it, and a counter-clockwise ring within none is an outline too.
 * @param rings xyz per vertex each, the first vertex at the end again where the file keeps to the format
 */
export function ringsToPolygon(
  rings: readonly Float64Array[],
  remarks: ShapeRemark[],
): ShapeGeometry | ShapeFault {
  const open = rings.map(withoutRepeat).filter((ring) => ring.length >= 9);
  if (open.length === 0) return 'shp.without-extent';
  if (open.length < rings.length) remarks.push('shp.short-parts');
  const isSingle = open.length === 1;
  const outlines = open.filter((ring) => isSingle || ringArea(ring) <= 0).map(outlineOf);
  const strays: Ring[] = [];
  const placing = new HolePlacing(outlines, open);
  for (const ring of open) {
    if (outlines[placing.passed]?.vertices === ring) placing.passed++;
    else {
      const outline = placing.outlineAbout(ring);
      if (outline) outline.holes.push(ring);
      else strays.push(outlineOf(ring));
    }
  }
  if (placing.isExhausted) remarks.push('shp.holes-not-placed');
  return polygonOf([...outlines, ...strays]);
}

function withoutRepeat(ring: Float64Array): Float64Array {
  const last = ring.length - 3;
  const isSamePlace = last > 0 && ring[0] === ring[last] && ring[1] === ring[last + 1];
  return isSamePlace || repeatsFirst(ring) ? ring.subarray(0, last) : ring;
}

function outlineOf(vertices: Float64Array): Ring {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; i += 3) {
    minX = Math.min(minX, vertices[i]!);
    maxX = Math.max(maxX, vertices[i]!);
    minY = Math.min(minY, vertices[i + 1]!);
    maxY = Math.max(maxY, vertices[i + 1]!);
  }
  return { vertices, holes: [], minX, minY, maxX, maxY };
}

/** Finds outlines of holes, the one before a hole first, as most programs write them. */
class HolePlacing {
  /** Outlines that stand before the current ring. */
  passed = 0;
  isExhausted = false;
  readonly #outlines: readonly Ring[];
  #budget: number;

  constructor(outlines: readonly Ring[], rings: readonly Float64Array[]) {
    this.#outlines = outlines;
    this.#budget =
      minComparisons + comparisonsPerVertex * rings.reduce((sum, ring) => sum + ring.length / 3, 0);
  }

  /** The smallest outline about a hole, or the one before it; undefined where it lies in none. */
  outlineAbout(hole: Float64Array): Ring | undefined {
    const before = this.#outlines[this.passed - 1];
    if (before && this.#isAbout(before, hole)) return before;
    let best: Ring | undefined;
    for (const outline of this.#outlines) {
      if (this.isExhausted) return before;
      if (outline !== before && this.#isAbout(outline, hole) && (!best || sizeOf(outline) < sizeOf(best))) {
        best = outline;
      }
    }
    return best;
  }

  #isAbout(outline: Ring, hole: Float64Array): boolean {
    this.#budget--;
    // A hole may touch its outline: one vertex inside tells, which one on it does not.
    const isBoxWithin = (x: number, y: number) =>
      x >= outline.minX && x <= outline.maxX && y >= outline.minY && y <= outline.maxY;
    if (!isBoxWithin(hole[0]!, hole[1]!)) return false;
    this.#budget -= outline.vertices.length;
    if (this.#budget < 0) this.isExhausted = true;
    const last = hole.length - 3;
    const [x, y] = [(hole[0]! + hole[last]!) / 2, (hole[1]! + hole[last + 1]!) / 2];
    return (
      !this.isExhausted &&
      (isWithin(outline.vertices, hole[0]!, hole[1]!) || isWithin(outline.vertices, x, y))
    );
  }
}

const sizeOf = ({ minX, minY, maxX, maxY }: Ring): number => (maxX - minX) * (maxY - minY);

/** Even-odd rule, as `isInRing`, for xyz per vertex. */
function isWithin(ring: Float64Array, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 3; i < ring.length; j = i, i += 3) {
    const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
  }
  return isInside;
}

function polygonOf(outlines: readonly Ring[]): ShapeGeometry {
  const partStarts: number[] = [];
  const holeStarts: number[] = [];
  const all: Float64Array[] = [];
  let vertices = 0;
  const add = (ring: Float64Array, starts: number[]) => {
    if (vertices > 0) starts.push(vertices);
    all.push(ring);
    vertices += ring.length / 3;
  };
  for (const { vertices: outline, holes } of outlines) {
    add(outline, partStarts);
    for (const hole of holes) add(hole, holeStarts);
  }
  return {
    kind: 'polygon',
    coordinates: joinParts(all).coordinates,
    ...(partStarts.length > 0 ? { partStarts } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
  };
}
