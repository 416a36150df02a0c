import { createFeatureIndex } from '#core/feature-index/feature-index.ts';
import { drawingEdges } from '#core/snap/drawing-edges.ts';
import { createStore } from '#core/store/store.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { HalfSpace } from '#domain/geometry/plane/box-tree.ts';
import { createRandom } from '#domain/math/random.ts';
import { bestSnap, type SnapEdge } from '#domain/view/snap.ts';
import type { BenchCase } from '../case.ts';

const extent = 10_000;
const verticesEach = 4;
const searches = 20;
/** Units a pixel covers, and the tolerance in pixels. */
const unitsPerPixel = 0.1;
const radiusPx = 10;

function makeDrawing(count: number) {
  const random = createRandom(11);
  const store = createStore();
  const features: Record<string, DrawingFeature> = {};
  for (let i = 0; i < count; i++) {
    let [x, y] = [random.next() * extent, random.next() * extent];
    const coordinates: number[] = [];
    for (let k = 0; k < verticesEach; k++) {
      coordinates.push(x, y, 100 + random.next());
      x += random.between(-15, 15);
      y += random.between(-15, 15);
    }
    const id = `f${i}`;
    features[id] = { id, kind: 'polyline', layerId: 'a', code: '', name: '', coordinates, rank: i };
  }
  const layer = { id: 'a', name: 'A', colour: '#ffffff', isVisible: true, rank: 1 };
  store.loadDocument({
    schemaVersion: drawingSchemaVersion,
    layers: { a: layer },
    features,
    views: {},
    codes: {},
    overlays: {},
  });
  return store;
}

/** Searches at random places in plan; counts those that found something. */
function searchAll(edgesNear: (region: readonly HalfSpace[]) => readonly SnapEdge[]): number {
  const random = createRandom(12);
  let found = 0;
  for (let i = 0; i < searches; i++) {
    const [x, y] = [random.next() * extent, random.next() * extent];
    const reach = radiusPx * unitsPerPixel;
    const region: HalfSpace[] = [
      [1, 0, 0, reach - x],
      [-1, 0, 0, reach + x],
      [0, 1, 0, reach - y],
      [0, -1, 0, reach + y],
    ];
    const snap = bestSnap(edgesNear(region), {
      pointer: { x: x / unitsPerPixel, y: -y / unitsPerPixel },
      radiusPx,
      isWanted: () => true,
      from: null,
      isPerspective: false,
      project: ([px, py]) => ({ x: px / unitsPerPixel, y: -py / unitsPerPixel, depth: 1 }),
    });
    if (snap !== null) found++;
  }
  return found;
}

/** Snapping in a large drawing, by the index against looking at every edge. */
export const snapCase: BenchCase = {
  name: 'snap',
  workload: `100,000 lines of ${verticesEach} vertices; ${searches} places snapped, the index packed before`,
  goal: 100,
  prepare({ quick }) {
    const count = quick ? 10_000 : 100_000;
    const store = makeDrawing(count);
    const index = createFeatureIndex(store);
    const started = performance.now();
    const all = drawingEdges(store, index, [], null).edges;
    const packedMs = performance.now() - started;
    const ours = () => searchAll((region) => drawingEdges(store, index, region, null).edges);
    const peer = () => searchAll(() => all);
    if (ours() !== peer()) throw new Error('the index misses what looking at every edge finds');
    return {
      ours,
      peer: { name: 'every edge looked at', run: peer },
      note: `snap: ${all.length} edges packed and listed in ${packedMs.toFixed(0)} ms`,
    };
  },
};
