import { isSameSpot, type PointerInput, type ToolContext, type ToolState } from '../tool-state.ts';
import { createDraggingVertex } from './dragging-vertex.ts';
import type { Handle } from './handles.ts';
import { createIdle } from './idle.ts';

/** A handle is pressed: up selects the vertex, moving on drags it. The camera stands still meanwhile. */
export function createPressingHandle(
  context: ToolContext,
  featureId: string,
  handle: Handle,
  start: PointerInput,
): ToolState {
  return {
    name: 'select.pressing-handle',
    enter: () => context.viewport.setPrimaryDrag('none'),
    exit: () => context.viewport.setPrimaryDrag('navigate'),
    onPointerMove(input) {
      if (isSameSpot(start, input)) return undefined;
      return createDraggingVertex(context, featureId, handle, input);
    },
    onPointerUp() {
      if (handle.kind === 'vertex') context.dispatch('vertex.select', { featureId, index: handle.index });
      return createIdle(context);
    },
    onKey: (key) => (key === 'Escape' ? createIdle(context) : undefined),
    onCancel: () => createIdle(context),
  };
}
