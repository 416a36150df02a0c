import type { DrawnShape } from '#domain/drawing/construct/shapes.ts';
import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import { isClosedLine } from '#domain/drawing/feature.ts';
import { featureLines } from '#domain/drawing/feature-lines.ts';
import type { PickToolId } from '../../state/pick-tools.ts';
import { createMachine, type ToolMachine } from '../machine.ts';
import { isSameSpot, type PointerInput, placeOf, type ToolContext, type ToolState } from '../tool-state.ts';

type PickNext = { readonly to: 'idle' } | { readonly to: 'pointing'; readonly start: PointerInput };

const idle: PickNext = { to: 'idle' };
const previewTolerance = 0.02;
const commands = {
  'pick-split': 'pick.split',
  'pick-trim': 'pick.trim',
  'pick-extend': 'pick.extend',
  'pick-fillet': 'pick.fillet',
} as const;

/** Edits the line that is clicked, and shows what a click would make of it. */
export function createPickTool(context: ToolContext, tool: PickToolId): ToolMachine {
  return createMachine<PickNext>(idle, (next) =>
    next.to === 'idle' ? createIdle(context, tool) : createPointing(context, tool, next.start),
  );
}

function createIdle(context: ToolContext, tool: PickToolId): ToolState<PickNext> {
  return {
    name: 'pick.idle',
    isResting: true,
    enter: () => context.dispatch('selection.prepare', null),
    onPointerDown: (input) => (input.button === 0 ? { to: 'pointing', start: input } : undefined),
    onPointerMove(input) {
      const picked = input.isTouch ? null : context.pickPreview(tool, input);
      const places: DrawnShape[] =
        tool === 'pick-split' && picked ? [{ kind: 'point', coordinates: picked.place }] : [];
      context.preview(picked ? [...shapesOf(picked.outcome), ...places] : []);
      return undefined;
    },
    onKey(key) {
      if (key === 'Escape') context.dispatch('tool.choose', { tool: 'select' });
      return undefined;
    },
    exit: () => context.preview([]),
  };
}

function createPointing(context: ToolContext, tool: PickToolId, start: PointerInput): ToolState<PickNext> {
  return {
    name: 'pick.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      context.dispatch(commands[tool], { at: placeOf(input, context.viewport) });
      return idle;
    },
    onCancel: () => idle,
  };
}

/** The lines that an edit makes or leaves. */
function shapesOf({ replaced = [], added = [] }: EditOutcome): DrawnShape[] {
  return [...replaced, ...added].flatMap((feature) => {
    const kind = isClosedLine(feature) ? 'polygon' : 'polyline';
    return featureLines(feature, previewTolerance).map(({ coordinates }) => ({ kind, coordinates }));
  });
}
