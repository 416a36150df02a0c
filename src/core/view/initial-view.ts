import { defaultDisplay } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { Store } from '../store/store.ts';
import { fitView, joinBounds } from './fit-view.ts';

/** Actions to run once when the first products arrive. */
export interface InitialView {
  /** Fits the view to the survey, once the extent of a product is known and there is a view. */
  showSurvey(): void;
  dispose(): void;
}

/** Shows the survey when it first arrives, and points that have colours of their own in them. */
export function createInitialView(store: Store, viewport: Viewport): InitialView {
  let isShown = false;
  let areColoursKnown = false;

  function showSurvey(): void {
    if (isShown) return;
    const { scene, insets } = store.views.workspace;
    const shown = scene.filter((entry) => entry.isVisible);
    const boxes = shown.flatMap(({ id }) => viewport.summary(id)?.bounds ?? []);
    if (boxes.length > 0) isShown = fitView(viewport, viewport.activePane, insets, joinBounds(boxes));
  }

  /** A colouring that the user chose meanwhile is kept. */
  function preferOwnColours(): void {
    const { scene, display } = store.views.workspace;
    if (areColoursKnown || !scene.some(({ id }) => viewport.summary(id)?.hasRgb)) return;
    areColoursKnown = true;
    if (display.colourMode !== defaultDisplay.colourMode) return;
    viewport.setDisplay({ colourMode: 'rgb' });
    store.setWorkspace({ display: viewport.display });
  }

  const dispose = viewport.on('layerReady', () => {
    showSurvey();
    preferOwnColours();
  });
  return { showSurvey, dispose };
}
