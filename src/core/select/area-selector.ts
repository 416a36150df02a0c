import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { HalfSpace } from '#domain/geometry/plane/box-tree.ts';
import type { ScreenArea } from '#domain/view/screen-area.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { PaneView } from '#viewport/viewport-types.ts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import type { Store } from '../store/store.ts';
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
  /** Features on visible layers whose boxes may meet a region of the world; all of them where it has no planes. */
  near(region: readonly HalfSpace[]): DrawingFeature[];
}

/** Creates the selector of an editor; all are borrowed. */
export function createAreaSelector(store: Store, index: FeatureIndex, viewport: Viewport): AreaSelector {
  const { document } = store.views;
  /** Reading the proxy of layers for each feature would take longer than all else. */
  const shownTest = () => {
    const shown = Object.values(document.layers).filter(({ isVisible }) => isVisible);
    const visible = new Set(shown.map(({ id }) => id));
    return ({ layerId }: DrawingFeature) => visible.has(layerId);
  };

  return {
    prepare: () => void index.read(),
    find({ area, inside, view, isCrossing }) {
      const { packed, isStale, changed } = index.read();
      const isShown = shownTest();
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
    near(region) {
      const { packed, isStale, changed } = index.read();
      const isShown = shownTest();
      return [
        ...packed.tree.query(region).flatMap((at) => {
          const feature = packed.features[at]!;
          return isShown(feature) && !isStale(feature.id) ? [feature] : [];
        }),
        ...changed.filter(isShown),
      ];
    },
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
