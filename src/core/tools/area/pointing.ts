import { withLevel } from '../../view/with-level.ts';
import { isSameSpot, type PointerInput, type ToolContext, type ToolState } from '../tool-state.ts';
import { finishPolygon } from './finish-polygon.ts';
import type { AreaNext } from './next.ts';
import { anchorAt, showOutline } from './outline.ts';

const idle: AreaNext = { to: 'idle' };
/** Distance from the first corner at which a click closes the polygon, CSS pixels. */
const closeRadiusPx = 12;

/** The button is down: releasing it at the same place adds a corner of the polygon, moving is navigation. */
export function createPointing(context: ToolContext, start: PointerInput): ToolState<AreaNext> {
  return {
    name: 'area.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      const { viewport, views } = context;
      const places = views.workspace.selectionOutline?.places ?? [];
      const [first] = places;
      const isClosing =
        input.clickCount >= 2 ||
        (first !== undefined &&
          isSameSpot(viewport.project(withLevel(viewport, first)), input, closeRadiusPx));
      if (places.length >= 3 && isClosing) finishPolygon(context, input);
      else if (!(places.length > 0 && isClosing))
        showOutline(context, [...places, anchorAt(viewport, input)]);
      return idle;
    },
    onCancel: () => idle,
  };
}
