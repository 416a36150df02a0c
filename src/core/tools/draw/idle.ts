import type { ToolContext, ToolState } from '../tool-state.ts';
import type { DrawNext } from './next.ts';

/** A drawing tool between presses; there may be a draft. */
export function createIdle(context: ToolContext): ToolState<DrawNext> {
  return {
    name: 'draw.idle',
    isResting: true,
    onPointerDown: (input) => (input.button === 0 ? { to: 'pointing', start: input } : undefined),
    onPointerMove(input) {
      context.hover(input.isTouch ? null : input);
      return undefined;
    },
    onKey(key) {
      if (context.views.workspace.draft === null) {
        if (key === 'Escape') context.dispatch('tool.choose', { tool: 'select' });
        return undefined;
      }
      if (key === 'Enter') context.dispatch('draft.finish', null);
      else if (key === 'Escape') context.dispatch('draft.cancel', null);
      else context.dispatch('draft.back', null);
      return undefined;
    },
    exit: () => context.hover(null),
  };
}
