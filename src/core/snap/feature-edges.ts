import { type DrawingFeature, vertexAt } from '#domain/drawing/feature.ts';
import { arcTolerance, featureLines } from '#domain/drawing/feature-lines.ts';
import { type BoxTree, type HalfSpace, packBoxes } from '#domain/geometry/plane/box-tree.ts';
import type { SnapEdge } from '#domain/view/snap.ts';

/** Features of more edges get a tree of their own. */
const manyEdges = 64;

/** A chain of edges of a feature, or a single place. */
interface Piece {
  readonly coordinates: readonly number[];
  readonly isClosed: boolean;
}

/** The edges of a feature; a tree where they are many. */
interface FeatureEdges {
  readonly pieces: readonly Piece[];
  readonly tree: BoxTree | null;
  /** The piece and first vertex of each edge. */
  readonly owners: Uint32Array;
  readonly firsts: Uint32Array;
}

/** Edges of the features queried so far; a changed feature is another record. */
const known = new WeakMap<DrawingFeature, FeatureEdges>();

/** The chains of a feature: its lines and rings, arcs as chords, or its vertices where it has no lines. */
function piecesOf(feature: DrawingFeature): Piece[] {
  const lines = featureLines(feature, arcTolerance);
  if (lines.length > 0) return lines.map(({ coordinates, isClosed }) => ({ coordinates, isClosed }));
  const places: Piece[] = [];
  for (let i = 0; i < feature.coordinates.length; i += 3) {
    places.push({ coordinates: feature.coordinates.slice(i, i + 3), isClosed: false });
  }
  return places;
}

/** Edges of a piece; a place counts as one. */
function edgeCount({ coordinates, isClosed }: Piece): number {
  const count = coordinates.length / 3;
  return isClosed ? count : Math.max(1, count - 1);
}

function edgeAt({ coordinates }: Piece, first: number): SnapEdge {
  const count = coordinates.length / 3;
  const a = vertexAt({ coordinates }, first);
  return { a, b: count < 2 ? a : vertexAt({ coordinates }, (first + 1) % count), isTin: false };
}

/** Writes the box of the edge that begins at a vertex, 6 numbers from `at` on; endless in z without elevations. */
function putBox(boxes: Float64Array, at: number, { coordinates }: Piece, first: number): void {
  const next = 3 * first + 3 < coordinates.length ? 3 * first + 3 : 0;
  for (let axis = 0; axis < 3; axis++) {
    const one = coordinates[3 * first + axis]!;
    const other = coordinates[next + axis]!;
    const isUnknown = Number.isNaN(one + other);
    boxes[at + axis] = isUnknown ? -Infinity : Math.min(one, other);
    boxes[at + axis + 3] = isUnknown ? Infinity : Math.max(one, other);
  }
}

function edgesOf(feature: DrawingFeature): FeatureEdges {
  const found = known.get(feature);
  if (found !== undefined) return found;
  const pieces = piecesOf(feature);
  const total = pieces.reduce((sum, piece) => sum + edgeCount(piece), 0);
  const owners = new Uint32Array(total);
  const firsts = new Uint32Array(total);
  const boxes = new Float64Array(total > manyEdges ? 6 * total : 0);
  let edge = 0;
  for (const [owner, piece] of pieces.entries()) {
    for (let first = 0; first < edgeCount(piece); first++, edge++) {
      owners[edge] = owner;
      firsts[edge] = first;
      if (boxes.length > 0) putBox(boxes, 6 * edge, piece, first);
    }
  }
  const made = { pieces, tree: boxes.length > 0 ? packBoxes(boxes) : null, owners, firsts };
  known.set(feature, made);
  return made;
}

/** Edges of a feature that may meet a region; of a short one all. The edges are kept for the next query. */
export function* edgesNear(feature: DrawingFeature, region: readonly HalfSpace[]): Generator<SnapEdge> {
  const { pieces, tree, owners, firsts } = edgesOf(feature);
  const found = tree === null ? firsts.keys() : tree.query(region);
  for (const edge of found) yield edgeAt(pieces[owners[edge]!]!, firsts[edge]!);
}
