import { draftPlan } from '../../state/draft-plans.ts';
import { isSameSpot, type PointerInput, placeOf, type ToolContext, type ToolState } from '../tool-state.ts';
import type { DrawNext } from './next.ts';

/** Maximum distance from the first vertex at which a click closes a ring, CSS pixels. */
const closeRadiusPx = 12;

const idle: DrawNext = { to: 'idle' };

/** The button is down: releasing it at the same place adds a vertex, moving is navigation. */
export function createPointing(context: ToolContext, start: PointerInput): ToolState<DrawNext> {
  return {
    name: 'draw.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      if (closesDraft(context, input)) context.dispatch('draft.finish', null);
      else context.dispatch('draft.place', { at: placeOf(input, context.viewport) });
      return idle;
    },
    onCancel: () => idle,
  };
}

/** A second click at one place, or a click on the first vertex of a ring, ends the draft. */
function closesDraft({ views, viewport }: ToolContext, input: PointerInput): boolean {
  const { draft } = views.workspace;
  if (draft === null) return false;
  const plan = draftPlan(draft.tool);
  if (draft.coordinates.length < 3 * plan.min) return false;
  if (input.clickCount >= 2) return true;
  if (plan.shape !== 'polygon') return false;
  const [x, y, z] = draft.coordinates as [number, number, number];
  const level = Number.isNaN(z) ? viewport.camera.target[2] : z;
  return isSameSpot(viewport.project([x, y, level]), input, closeRadiusPx);
}
