import type { WorldPoint } from '#domain/view/camera.ts';
import type { SelectToolId } from '../../state/selection-area.ts';
import { isSameSpot, type PointerInput, type ToolContext, type ToolState } from '../tool-state.ts';
import type { AreaNext } from './next.ts';
import { actionOf, anchorAt, showOutline } from './outline.ts';

const idle: AreaNext = { to: 'idle' };
/** Movement after which a lasso gets another corner, CSS pixels. */
const lassoStepPx = 4;

/**
 * A box or a lasso is drawn while the button is down; the camera is locked meanwhile. A press that does not move
 * selects what is under it.
 */
export function createDragging(
  context: ToolContext,
  tool: SelectToolId,
  start: PointerInput,
): ToolState<AreaNext> {
  const { viewport } = context;
  const view = viewport.view;
  const lasso: PointerInput[] = [start];
  const anchors: WorldPoint[] = [anchorAt(viewport, start)];

  function show(input: PointerInput): void {
    if (tool === 'select-lasso') {
      if (isSameSpot(lasso.at(-1)!, input, lassoStepPx)) return;
      lasso.push(input);
      anchors.push(anchorAt(viewport, input));
      showOutline(context, [...anchors]);
      return;
    }
    const corners = [start, { x: input.x, y: start.y }, input, { x: start.x, y: input.y }];
    showOutline(
      context,
      corners.map((corner) => anchorAt(viewport, corner)),
    );
  }

  const cancel = (): AreaNext => {
    context.dispatch('selection.outline', null);
    return idle;
  };
  return {
    name: 'area.dragging',
    enter: () => viewport.setPrimaryDrag('none'),
    exit: () => viewport.setPrimaryDrag('navigate'),
    onPointerMove(input) {
      show(input);
      return undefined;
    },
    onPointerUp(input) {
      const action = actionOf(input, context);
      const isClick = lasso.length === 1 && isSameSpot(start, input);
      const places = tool === 'select-lasso' ? [...lasso, input] : [start, input];
      if (isClick) context.dispatch('selection.pick', { at: { x: input.x, y: input.y, view }, action });
      else {
        const seen = places.map(({ x, y }) => ({ x, y }));
        context.dispatch('selection.area', { tool, places: seen, view, action });
      }
      context.dispatch('selection.outline', null);
      return idle;
    },
    onKey: (key) => (key === 'Escape' ? cancel() : undefined),
    onCancel: cancel,
  };
}
