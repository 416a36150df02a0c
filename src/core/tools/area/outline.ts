import type { WorldPoint } from '#domain/view/camera.ts';
import type { Viewport } from '#viewport/viewport.ts';
import { isCrossingArea, type SelectionAction } from '../../state/selection-area.ts';
import { pickingRay } from '../../view/locate.ts';
import { withLevel } from '../../view/with-level.ts';
import type { PointerInput, ToolContext } from '../tool-state.ts';

/** What a press does with the selection: Shift adds, Control takes away, else as the workspace says. */
export function actionOf(input: PointerInput, { views }: ToolContext): SelectionAction {
  if (input.hasControl) return 'remove';
  return input.hasShift ? 'add' : views.workspace.selectionAction;
}

/** A place of the world that is seen at a place of the view: at the target's level, or in the air above the horizon. */
export function anchorAt(viewport: Viewport, at: { readonly x: number; readonly y: number }): WorldPoint {
  const level = viewport.unproject(at.x, at.y);
  if (level !== null) return level;
  const { origin, direction } = pickingRay(viewport, viewport.activePane, at.x, at.y);
  const reach = viewport.camera.distance;
  return [
    origin[0] + direction[0] * reach,
    origin[1] + direction[1] * reach,
    origin[2] + direction[2] * reach,
  ];
}

/** Shows the area through places of the world. */
export function showOutline(context: ToolContext, places: readonly WorldPoint[]): void {
  const { viewport } = context;
  const seen = places.map((place) => viewport.project(withLevel(viewport, place)));
  const outline = { pane: viewport.activePane, places, isCrossing: isCrossingArea(seen) };
  context.dispatch('selection.outline', outline);
}
