import { shiftedRecords } from '#domain/drawing/clip/paste-records.ts';
import type { DrawnShape } from '#domain/drawing/construct/shapes.ts';
import { isClosedLine } from '#domain/drawing/feature.ts';
import { featureLines } from '#domain/drawing/feature-lines.ts';
import type { HeldPaste } from '../../state/state.ts';
import { createMachine, type ToolMachine } from '../machine.ts';
import { isSameSpot, type PointerInput, placeOf, type ToolContext, type ToolState } from '../tool-state.ts';

type PasteNext = { readonly to: 'idle' } | { readonly to: 'pointing'; readonly start: PointerInput };

const idle: PasteNext = { to: 'idle' };
/** Chords leave arcs of the preview by at most this. */
const previewTolerance = 0.05;
/** More vertices than these are shown as the rectangle round them. */
const maxVertices = 4000;

/** Asks where what is pasted goes, and shows it there. */
export function createPasteTool(context: ToolContext): ToolMachine {
  return createMachine<PasteNext>(idle, (next) =>
    next.to === 'idle' ? createIdle(context) : createPointing(context, next.start),
  );
}

function createIdle(context: ToolContext): ToolState<PasteNext> {
  const { views, viewport } = context;
  return {
    name: 'paste.idle',
    isResting: true,
    onPointerDown: (input) => (input.button === 0 ? { to: 'pointing', start: input } : undefined),
    onPointerMove(input) {
      const { pasted } = views.workspace;
      if (pasted === null || input.isTouch) return undefined;
      context.hover(input);
      const place = views.status.snapped?.position ?? viewport.unproject(input.x, input.y);
      if (place !== null) context.preview(shapesAt(pasted, place[0], place[1]));
      return undefined;
    },
    onKey(key) {
      if (key === 'Escape') context.dispatch('tool.choose', { tool: 'select' });
      return undefined;
    },
    exit() {
      context.hover(null);
      context.preview([]);
    },
  };
}

function createPointing(context: ToolContext, start: PointerInput): ToolState<PasteNext> {
  return {
    name: 'paste.pointing',
    onPointerMove: (input) => (isSameSpot(start, input) ? undefined : idle),
    onPointerUp(input) {
      context.dispatch('clip.put', { at: placeOf(input, context.viewport) });
      return idle;
    },
    onCancel: () => idle,
  };
}

/** What is pasted as it would lie with its lower left corner at a place. */
function shapesAt({ records, rect }: HeldPaste, x: number, y: number): DrawnShape[] {
  const count = records.features.reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (count > maxVertices) {
    const [toX, toY] = [x + rect.maxX - rect.minX, y + rect.maxY - rect.minY];
    const corners = [
      [x, y],
      [toX, y],
      [toX, toY],
      [x, toY],
    ];
    return [{ kind: 'polygon', coordinates: corners.flatMap((corner) => [...corner, Number.NaN]) }];
  }
  return shiftedRecords(records, x - rect.minX, y - rect.minY).features.flatMap((feature): DrawnShape[] => {
    const lines = featureLines(feature, previewTolerance);
    if (lines.length === 0) return [{ kind: 'point', coordinates: feature.coordinates.slice(0, 3) }];
    const kind = isClosedLine(feature) ? 'polygon' : 'polyline';
    return lines.map(({ coordinates }) => ({ kind, coordinates: [...coordinates] }));
  });
}
