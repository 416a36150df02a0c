import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { ScreenArea } from '#domain/view/screen-area.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { PaneView } from '#viewport/viewport-types.ts';
import type { Store } from '../store/store.ts';
import { createFeatureIndex } from './feature-index.ts';
import { isSeenMeeting, isSeenWithin } from './seen-in-area.ts';
import { createSight } from './sight.ts';

/** What an area asks for. */
export interface AreaQuestion {
  readonly area: ScreenArea;
  /** A place of the area: of polygons whose fill holds it whole. */
  readonly inside: { readonly x: number; readonly y: number };
  /** The view that the area was drawn in. */
  readonly view: PaneView;
  readonly isCrossing: boolean;
}

/** Finds features by an area of the view. */
export interface AreaSelector {
  /** Packs the index, so that the first area need not wait for it. */
  prepare(): void;
  /** Features on visible layers that the area takes, hidden by others or not, in the order of entry. */
  find(question: AreaQuestion): DrawingFeature[];
  dispose(): void;
}

/** Creates the selector of an editor; both are borrowed. */
export function createAreaSelector(store: Store, viewport: Viewport): AreaSelector {
  const index = createFeatureIndex(store);
  const { document } = store.views;

  return {
    prepare: () => void index.read(),
    find({ area, inside, view, isCrossing }) {
      const { packed, isStale, changed } = index.read();
      // Reading the proxy for each feature would take longer than all else.
      const visible = new Set(
        Object.values(document.layers).flatMap((layer) => (layer.isVisible ? layer.id : [])),
      );
      const isShown = ({ layerId }: DrawingFeature) => visible.has(layerId);
      const sight = createSight(viewport, view);
      const takes = (feature: DrawingFeature) =>
        isCrossing ? isSeenMeeting(feature, area, inside, sight) : isSeenWithin(feature, area, sight);
      const levels = levelRange(viewport, packed.heights);
      const found = packed.tree.sort((boxes, at) => {
        const rect = sight.rectOf(boxes, at, levels);
        return rect === null ? 'mixed' : area.judge(rect);
      });
      const isFresh = (feature: DrawingFeature) => isShown(feature) && !isStale(feature.id);
      const taken = [
        ...found.inside.filter((at) => isFresh(packed.features[at]!)),
        ...found.mixed.filter((at) => isFresh(packed.features[at]!) && takes(packed.features[at]!)),
      ];
      const old = Uint32Array.from(taken).sort();
      return [
        ...Array.from(old, (at) => packed.features[at]!),
        ...changed.filter((feature) => isShown(feature) && takes(feature)),
      ];
    },
    dispose: () => index.dispose(),
  };
}

/** Elevations that anything may be drawn at. */
function levelRange(viewport: Viewport, heights: readonly [number, number]): readonly [number, number] {
  const bounds = viewport.sceneBounds();
  const target = viewport.camera.target[2];
  return [
    Math.min(target, heights[0], bounds?.min[2] ?? Infinity),
    Math.max(target, heights[1], bounds?.max[2] ?? -Infinity),
  ];
}
