import { isSameSpot, type ToolContext, type ToolState } from '../tool-state.ts';
import type { HandlePress, SelectNext } from './next.ts';

const idle: SelectNext = { to: 'idle' };

/** A handle is pressed: releasing it selects the vertex, moving drags it. The camera is locked meanwhile. */
export function createPressingHandle(context: ToolContext, press: HandlePress): ToolState<SelectNext> {
  const { featureId, handle, start } = press;
  return {
    name: 'select.pressing-handle',
    enter: () => context.viewport.setPrimaryDrag('none'),
    exit: () => context.viewport.setPrimaryDrag('navigate'),
    onPointerMove(input) {
      if (isSameSpot(start, input)) return undefined;
      return { to: 'dragging-vertex', featureId, handle, start: input };
    },
    onPointerUp() {
      if (handle.kind === 'vertex') context.dispatch('vertex.select', { featureId, index: handle.index });
      return idle;
    },
    onKey: (key) => (key === 'Escape' ? idle : undefined),
    onCancel: () => idle,
  };
}
