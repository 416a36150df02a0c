import type { DisplaySettings } from '#viewport/display.ts';
import type { CopcLayerView } from '../layers/copc-layer.ts';
import { selectNodes } from '../streaming/select-nodes.ts';
import type { SceneView } from './showing.ts';

/**
 * Selects nodes of all clouds at once, for each view of a frame and for the one that its camera is moving to; the views
 * share the point budget.
 */
export function streamClouds(
  clouds: readonly CopcLayerView[],
  views: readonly SceneView[],
  display: DisplaySettings,
  pointBudget: number,
): void {
  const choices = views.map(({ view, ahead, showing }) => {
    const open = clouds.filter((layer) => layer.isVisible && layer.tree && showing.shows(layer));
    const trees = open.flatMap(({ tree }) => tree ?? []);
    const finestPx = Math.max(1, display.pointSizePx * view.pixelRatio * 0.6);
    const limits = { pointBudget: pointBudget / views.length, finestPx, filter: display };
    const now = selectNodes(trees, view, limits);
    const half = { ...limits, pointBudget: limits.pointBudget / 2 };
    const later = ahead ? selectNodes(trees, ahead, half) : [];
    return { open, now, later };
  });
  for (const layer of clouds) {
    layer.load(
      choices.map(({ open, now }) => now[open.indexOf(layer)] ?? null),
      choices.flatMap(({ open, later }) => later[open.indexOf(layer)] ?? []),
      display,
    );
  }
}
