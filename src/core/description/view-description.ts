import { subscribe } from 'valtio/vanilla';
import { type CameraFacts, cameraFacts } from '#domain/view/camera-facts.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { viewRegion } from '#domain/view/view-region.ts';
import { heightStretch } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { combinedScale, type Ground } from '../measure/ground.ts';
import type { Clock } from '../ports/clock.ts';
import type { SceneEntry } from '../state/state.ts';
import type { Store } from '../store/store.ts';
import { withLevel } from '../view/with-level.ts';
import { drawingInView, type LayerInView } from './drawing-in-view.ts';

/** A product that a pane shows. */
export interface ShownProduct extends SceneEntry {
  /** Null until some of it was read. */
  readonly summary: LayerSummary | null;
}

/** The camera of a pane and the products it shows. */
export interface PaneFacts {
  readonly camera: CameraFacts;
  readonly products: readonly ShownProduct[];
}

/** A description of the view in words, for people who cannot see it. */
export interface ViewDescription {
  pane(pane: PaneId): PaneFacts;
  /** The part of the drawing that intersects the view of a pane. O(n) in the features. */
  drawing(pane: PaneId): LayerInView[];
  /** Calls back when the view has changed and its cameras are at rest; returns a disposer. */
  watch(listener: () => void): () => void;
}

/** Camera facts whose lengths are those of the ground at the middle of the view. */
function onGround(camera: CameraFacts, ground: Ground): CameraFacts {
  const combined = combinedScale(ground, camera.centre);
  const { width, height, unitsPerPixel, distance } = camera;
  return {
    ...camera,
    width: width / combined,
    height: height / combined,
    unitsPerPixel: unitsPerPixel / combined,
    distance: distance / combined,
  };
}

/** How long cameras must not have moved before the view is described again. */
const stillMs = 600;

/** Creates the description of a viewport's view; all arguments are borrowed. */
export function createViewDescription(
  { views, onDocumentChange }: Store,
  viewport: Viewport,
  clock: Clock,
  ground: Ground,
): ViewDescription {
  return {
    pane(pane) {
      const { scene, hidden, viewMode } = views.workspace;
      const isShown = ({ id, kind, isVisible }: SceneEntry) =>
        isVisible &&
        (viewMode !== 'side-by-side' || !hidden[pane].includes(id)) &&
        (viewMode !== 'classic' || kind === 'image');
      return {
        camera: onGround(cameraFacts(viewport.cameraOf(pane), viewport.sizeOf(pane)), ground),
        products: scene
          .filter(isShown)
          .map((entry) => ({ ...entry, summary: views.status.summaries[entry.id] ?? null })),
      };
    },
    drawing(pane) {
      const stretch = heightStretch(viewport.display);
      const region = viewRegion(viewport.cameraOf(pane), viewport.sizeOf(pane), stretch);
      const levelAt = (x: number, y: number) => withLevel(viewport, [x, y, Number.NaN])[2];
      return drawingInView(views.document, region, levelAt, ground);
    },
    watch(listener) {
      const camerasNow = () => JSON.stringify([viewport.cameraOf('first'), viewport.cameraOf('second')]);
      let last = camerasNow();
      let cancel: (() => void) | null = null;
      const look = () => {
        const now = camerasNow();
        const isStill = now === last;
        last = now;
        cancel = isStill ? null : clock.after(stillMs, look);
        if (isStill) listener();
      };
      const changed = () => {
        cancel ??= clock.after(stillMs, look);
      };
      const stops = [
        viewport.on('frame', changed),
        viewport.on('layerReady', changed),
        onDocumentChange(changed),
        subscribe(views.workspace, changed),
      ];
      return () => {
        cancel?.();
        for (const stop of stops) stop();
      };
    },
  };
}
