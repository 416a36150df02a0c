import { withLevel } from '../../view/with-level.ts';
import type { PointerInput, ToolContext } from '../tool-state.ts';
import { actionOf } from './outline.ts';

/** Selects by the polygon that is drawn, as it is seen now; `input` has the keys that are held. */
export function finishPolygon(context: ToolContext, input: PointerInput | null): void {
  const { viewport, views } = context;
  const { selectionOutline, selectionAction } = views.workspace;
  if (selectionOutline === null) return;
  const places = selectionOutline.places.map((place) => {
    const { x, y } = viewport.project(withLevel(viewport, place));
    return { x, y };
  });
  const action = input === null ? selectionAction : actionOf(input, context);
  context.dispatch('selection.area', { tool: 'select-polygon', places, view: viewport.view, action });
}
