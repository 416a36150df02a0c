import { createFeatureIndex } from '#core/feature-index/feature-index.ts';
import { createAreaSelector } from '#core/select/area-selector.ts';
import { isSeenMeeting } from '#core/select/seen-in-area.ts';
import { createSight } from '#core/select/sight.ts';
import { createStore } from '#core/store/store.ts';
import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { createRandom } from '#domain/math/random.ts';
import { polygonArea } from '#domain/view/screen-area.ts';
import { createFakeViewport } from '#tests/support/fake-viewport.ts';
import type { BenchCase } from '../case.ts';

const extent = 4000;
const verticesEach = 10;

function makeStore(count: number) {
  const random = createRandom(21);
  const store = createStore();
  const features: Record<string, DrawingFeature> = {};
  for (let i = 0; i < count; i++) {
    let [x, y] = [random.next() * extent, -random.next() * extent];
    const coordinates: number[] = [];
    for (let k = 0; k < verticesEach; k++) {
      coordinates.push(x, y, 100 + random.next());
      x += random.between(-5, 5);
      y += random.between(-5, 5);
    }
    features[`f${i}`] = {
      id: `f${i}`,
      kind: 'polyline',
      layerId: 'a',
      code: '',
      name: '',
      coordinates,
      rank: i,
    };
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

/** A lasso of 600 corners, uneven as a hand draws it. */
const lasso = Array.from({ length: 600 }, (_, i) => (i * Math.PI) / 300).flatMap((angle) => {
  const radius = 1500 + 120 * Math.sin(17 * angle) + 40 * Math.cos(41 * angle);
  return [2000 + radius * Math.cos(angle), 2000 + radius * Math.sin(angle)];
});

/** A lasso round a large part of a large drawing, against looking at every feature. */
export const selectionCase: BenchCase = {
  name: 'selection',
  workload: `100,000 lines of ${verticesEach} vertices, a lasso of 600 corners round two fifths of them`,
  goal: 1.5,
  prepare({ quick }) {
    const store = makeStore(quick ? 10_000 : 100_000);
    const viewport = createFakeViewport();
    const areas = createAreaSelector(store, createFeatureIndex(store), viewport);
    const started = performance.now();
    areas.prepare();
    const packedMs = performance.now() - started;
    const inside = { x: lasso[0]!, y: lasso[1]! };
    const view = viewport.view;
    const sight = createSight(viewport, view);
    const ours = () => areas.find({ area: polygonArea(lasso), inside, view, isCrossing: true }).length;
    const peer = () => {
      const area = polygonArea(lasso);
      const features = Object.values(store.views.document.features);
      return features.filter((feature) => isSeenMeeting(feature, area, inside, sight)).length;
    };
    if (ours() !== peer()) throw new Error('the index misses what looking at every feature finds');
    return {
      ours,
      peer: { name: 'every feature looked at', run: peer },
      note: `selection: ${ours()} found; index packed in ${packedMs.toFixed(0)} ms, before the first area`,
    };
  },
};
