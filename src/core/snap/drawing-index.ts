import { type DrawingFeature, vertexAt } from '#domain/drawing/feature.ts';
import { arcTolerance, featureLines } from '#domain/drawing/feature-lines.ts';
import { type BoxTree, type HalfSpace, packBoxes } from '#domain/geometry/plane/box-tree.ts';
import type { SnapEdge } from '#domain/view/snap.ts';
import type { Store } from '../store/store.ts';

/** Elevation range assumed for places without an elevation. */
const lowest = -1e6;
const highest = 1e6;
/** After this many features have changed the tree is rebuilt. */
const maxChanged = 1024;

/** Finds edges of the drawing near a line of sight, fast for drawings of 100,000 features. */
export interface DrawingIndex {
  /** Edges on visible layers that may meet the region; those of one feature can be left out. */
  query(region: readonly HalfSpace[], without: string | null): SnapEdge[];
  dispose(): void;
}

interface Packed {
  readonly tree: BoxTree;
  /** Owner and first vertex of each edge. */
  readonly owners: readonly Piece[];
  readonly firsts: Uint32Array;
}

/** A chain of edges of a feature, or a single place. */
interface Piece {
  readonly owner: DrawingFeature;
  readonly coordinates: readonly number[];
  readonly isClosed: boolean;
}

/** The chains of a feature: its lines and rings, arcs as chords, or its vertices where it has no lines. */
function piecesOf(owner: DrawingFeature): Piece[] {
  const lines = featureLines(owner, arcTolerance);
  if (lines.length > 0) return lines.map(({ coordinates, isClosed }) => ({ owner, coordinates, isClosed }));
  const places: Piece[] = [];
  for (let i = 0; i < owner.coordinates.length; i += 3) {
    places.push({ owner, coordinates: owner.coordinates.slice(i, i + 3), isClosed: false });
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

/** Writes the box of the edge that begins at a vertex, 6 numbers from `at` on. */
function putBox(boxes: Float64Array, at: number, { coordinates }: Piece, first: number): void {
  const next = 3 * first + 3 < coordinates.length ? 3 * first + 3 : 0;
  for (let axis = 0; axis < 3; axis++) {
    const one = coordinates[3 * first + axis]!;
    const other = coordinates[next + axis]!;
    const isUnknown = Number.isNaN(one + other);
    boxes[at + axis] = isUnknown ? lowest : Math.min(one, other);
    boxes[at + axis + 3] = isUnknown ? highest : Math.max(one, other);
  }
}

function pack(features: readonly DrawingFeature[]): Packed {
  const pieces = features.flatMap(piecesOf);
  const total = pieces.reduce((sum, piece) => sum + edgeCount(piece), 0);
  const boxes = new Float64Array(6 * total);
  const firsts = new Uint32Array(total);
  const owners: Piece[] = [];
  for (const piece of pieces) {
    const count = edgeCount(piece);
    for (let first = 0; first < count; first++) {
      putBox(boxes, 6 * owners.length, piece, first);
      firsts[owners.length] = first;
      owners.push(piece);
    }
  }
  return { tree: packBoxes(boxes), owners, firsts };
}

/**
 * Indexes the drawing of a store. The tree is packed at the first query; features that changed since are scanned
 * linearly until there are many of them.
 */
export function createDrawingIndex(store: Store): DrawingIndex {
  const { document } = store.views;
  const changed = new Set<string>();
  let packed: Packed | null = null;
  const stop = store.onDocumentChange(({ features, isLoad }) => {
    if (isLoad) packed = null;
    else for (const id of features) changed.add(id);
  });
  const isShown = (feature: DrawingFeature, without: string | null) =>
    feature.id !== without && document.layers[feature.layerId]?.isVisible === true;

  function renewed(): Packed {
    if (packed !== null && changed.size <= maxChanged) return packed;
    packed = pack(Object.values(document.features));
    changed.clear();
    return packed;
  }

  return {
    query(region, without) {
      const { tree, owners, firsts } = renewed();
      const edges: SnapEdge[] = [];
      for (const edge of tree.query(region)) {
        const piece = owners[edge]!;
        const isOld = changed.has(piece.owner.id);
        if (!isOld && isShown(piece.owner, without)) edges.push(edgeAt(piece, firsts[edge]!));
      }
      for (const id of changed) {
        const feature = document.features[id];
        if (feature === undefined || !isShown(feature, without)) continue;
        for (const piece of piecesOf(feature)) {
          for (let first = 0; first < edgeCount(piece); first++) edges.push(edgeAt(piece, first));
        }
      }
      return edges;
    },
    dispose: stop,
  };
}
