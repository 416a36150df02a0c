import { type DrawingFeature, hasArcs } from '#domain/drawing/feature.ts';
import { featurePaths } from '#domain/drawing/feature-path.ts';
import { segmentAt, segmentCount } from '#domain/geometry/path/path.ts';
import { type BoxTree, packBoxes } from '#domain/geometry/plane/box-tree.ts';
import { arcOfBulge } from '#domain/geometry/plane/bulge.ts';
import type { Store } from '../store/store.ts';
import { drawnLines } from './drawn-lines.ts';

/** After this many features have changed the tree is packed anew. */
const maxChanged = 1024;

/** The features of a drawing by their boxes. */
export interface PackedFeatures {
  /** Boxes of `features`; z is infinite where a place has no elevation. */
  readonly tree: BoxTree;
  readonly features: readonly DrawingFeature[];
  /** Lowest and highest known elevation; infinite the other way round where there is none. */
  readonly heights: readonly [low: number, high: number];
}

/** Keeps the boxes of the features of a store. */
export interface FeatureIndex {
  /** The packed features, without those changed since, and the present records of these. */
  read(): {
    readonly packed: PackedFeatures;
    readonly isStale: (id: string) => boolean;
    readonly changed: DrawingFeature[];
  };
  dispose(): void;
}

/** Creates the index of a store. It is packed at the first reading: O(vertices). */
export function createFeatureIndex(store: Store): FeatureIndex {
  const { document } = store.views;
  const changed = new Set<string>();
  let packed: PackedFeatures | null = null;
  const stop = store.onDocumentChange(({ features, isLoad }) => {
    if (isLoad) packed = null;
    else for (const id of features) changed.add(id);
  });
  return {
    read() {
      if (packed === null || changed.size > maxChanged) {
        packed = pack(Object.values(document.features));
        changed.clear();
      }
      return {
        packed,
        isStale: (id) => changed.has(id),
        changed: [...changed].flatMap((id) => document.features[id] ?? []),
      };
    },
    dispose: stop,
  };
}

function pack(features: readonly DrawingFeature[]): PackedFeatures {
  const boxes = new Float64Array(6 * features.length);
  const heights: [number, number] = [Infinity, -Infinity];
  features.forEach((feature, i) => {
    const box: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    widen(box, feature.coordinates, heights);
    // Centres are snapped to.
    for (const centre of arcCentres(feature)) widen(box, centre, heights);
    if (feature.kind === 'annotation' || hasArcs(feature)) {
      for (const { coordinates } of drawnLines(feature)) widen(box, coordinates, heights);
    }
    boxes.set(box, 6 * i);
  });
  return { tree: packBoxes(boxes), features, heights };
}

type Box = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

/** Widens a box and the known heights to places; a place without an elevation makes the box endless in z. */
function widen(box: Box, places: readonly number[], heights: [number, number]): void {
  for (let k = 0; k < places.length; k += 3) {
    const x = places[k]!;
    const y = places[k + 1]!;
    const z = places[k + 2]!;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[3]) box[3] = x;
    if (y > box[4]) box[4] = y;
    if (Number.isNaN(z)) {
      box[2] = -Infinity;
      box[5] = Infinity;
      continue;
    }
    if (z < box[2]) box[2] = z;
    if (z > box[5]) box[5] = z;
    if (z < heights[0]) heights[0] = z;
    if (z > heights[1]) heights[1] = z;
  }
}

/** The centres of the arcs of a feature, xyz at the elevation of their first ends. */
function* arcCentres(feature: DrawingFeature): Generator<readonly number[]> {
  if (!hasArcs(feature)) return;
  for (const path of featurePaths(feature)) {
    for (let i = 0; i < segmentCount(path); i++) {
      const { x0, y0, z0, x1, y1, bulge } = segmentAt(path, i);
      const arc = arcOfBulge(x0, y0, x1, y1, bulge);
      if (arc !== null) yield [arc.centreX, arc.centreY, z0];
    }
  }
}
