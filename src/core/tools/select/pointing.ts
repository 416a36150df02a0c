import { isSameSpot, type PointerInput, type ToolContext, type ToolState } from '../tool-state.ts';
import type { SelectNext } from './next.ts';

const idle: SelectNext = { to: 'idle' };

/** The button is down outside handles: releasing it at the same place selects, moving is navigation. */
export function createPointing(context: ToolContext, start: PointerInput): ToolState<SelectNext> {
  return {
    name: 'select.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      const at = { x: input.x, y: input.y };
      const action = input.hasControl ? 'remove' : input.hasShift ? 'toggle' : 'replace';
      context.dispatch('selection.pick', { at, action });
      return idle;
    },
    onCancel: () => idle,
  };
}
