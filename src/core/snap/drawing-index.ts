import { type DrawingFeature, vertexAt, vertexCount } from '#domain/drawing/document.ts';
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
  readonly owners: readonly DrawingFeature[];
  readonly firsts: Uint32Array;
}

/** Edges that a feature has; a point counts as one. */
function edgeCount(feature: DrawingFeature): number {
  const count = vertexCount(feature);
  return feature.kind === 'polyline' ? Math.max(1, count - 1) : count;
}

function edgeAt(feature: DrawingFeature, first: number): SnapEdge {
  const a = vertexAt(feature, first);
  const isPlace = feature.kind === 'point' || vertexCount(feature) < 2;
  return { a, b: isPlace ? a : vertexAt(feature, (first + 1) % vertexCount(feature)), isTin: false };
}

/** Writes the box of the edge that begins at a vertex, 6 numbers from `at` on. */
function putBox(boxes: Float64Array, at: number, { coordinates }: DrawingFeature, first: number): void {
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
  const total = features.reduce((sum, feature) => sum + edgeCount(feature), 0);
  const boxes = new Float64Array(6 * total);
  const firsts = new Uint32Array(total);
  const owners: DrawingFeature[] = [];
  for (const feature of features) {
    const count = edgeCount(feature);
    for (let first = 0; first < count; first++) {
      putBox(boxes, 6 * owners.length, feature, first);
      firsts[owners.length] = first;
      owners.push(feature);
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
        const owner = owners[edge]!;
        if (!changed.has(owner.id) && isShown(owner, without)) edges.push(edgeAt(owner, firsts[edge]!));
      }
      for (const id of changed) {
        const feature = document.features[id];
        if (feature === undefined || !isShown(feature, without)) continue;
        for (let first = 0; first < edgeCount(feature); first++) edges.push(edgeAt(feature, first));
      }
      return edges;
    },
    dispose: stop,
  };
}
