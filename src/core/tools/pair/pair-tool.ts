import { createMachine, type ToolMachine } from '../machine.ts';
import { isSameSpot, type PointerInput, placeOf, type ToolContext, type ToolState } from '../tool-state.ts';

type PairNext = { readonly to: 'idle' } | { readonly to: 'pointing'; readonly start: PointerInput };

const idle: PairNext = { to: 'idle' };

/** Picks places of the site for the pairs of an overlay: a click picks, a drag navigates. */
export function createPairTool(context: ToolContext): ToolMachine {
  return createMachine<PairNext>(idle, (next) =>
    next.to === 'idle' ? createIdle(context) : createPointing(context, next.start),
  );
}

function createIdle(context: ToolContext): ToolState<PairNext> {
  return {
    name: 'pair.idle',
    isResting: true,
    onPointerDown: (input) => (input.button === 0 ? { to: 'pointing', start: input } : undefined),
    onPointerMove(input) {
      context.hover(input.isTouch ? null : input);
      return undefined;
    },
    onKey(key) {
      if (key !== 'Escape') return undefined;
      const isPickingAgain = context.views.workspace.overlayEditing?.pairId != null;
      if (isPickingAgain) context.dispatch('overlay.repick', { pairId: null });
      else context.dispatch('tool.choose', { tool: 'select' });
      return undefined;
    },
    exit: () => context.hover(null),
  };
}

function createPointing(context: ToolContext, start: PointerInput): ToolState<PairNext> {
  return {
    name: 'pair.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      context.dispatch('overlay.pick-site', { at: placeOf(input, context.viewport) });
      return idle;
    },
    onCancel: () => idle,
  };
}
