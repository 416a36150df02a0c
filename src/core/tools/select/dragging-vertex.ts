import type { WorldPoint } from '#domain/view/camera.ts';
import { withLevel } from '../../view/with-level.ts';
import { type PointerInput, placeOf, type ToolContext, type ToolState } from '../tool-state.ts';
import type { HandlePress, SelectNext } from './next.ts';

const idle: SelectNext = { to: 'idle' };

/**
 * A vertex follows the pointer inside one gesture: it keeps its elevation while it moves, and takes that of the surface
 * under the pointer when it is released. A middle becomes a vertex first.
 */
export function createDraggingVertex(context: ToolContext, press: HandlePress): ToolState<SelectNext> {
  const { featureId, handle, start } = press;
  const { viewport } = context;
  const { index } = handle;
  const level = withLevel(viewport, handle.position)[2];

  function moveTo(input: PointerInput): void {
    const snap = context.dragSnap(input, featureId);
    const place = viewport.unproject(input.x, input.y, level);
    const position: WorldPoint | null = snap?.position ?? (place && [place[0], place[1], handle.position[2]]);
    if (position === null) return;
    context.dispatch('vertex.move', { featureId, index, position: [...position] });
  }

  return {
    name: 'select.dragging-vertex',
    enter() {
      viewport.setPrimaryDrag('none');
      const labelKey = handle.kind === 'insert' ? 'command.vertex.insert' : 'command.vertex.move';
      context.dispatch('gesture.begin', { labelKey });
      if (handle.kind === 'insert') {
        context.dispatch('vertex.insert', { featureId, index, position: [...handle.position] });
      }
      moveTo(start);
    },
    exit() {
      viewport.setPrimaryDrag('navigate');
      context.hover(null);
    },
    onPointerMove(input) {
      moveTo(input);
      return undefined;
    },
    onPointerUp(input) {
      context.dispatch('vertex.drop', {
        featureId,
        index,
        at: placeOf(input, viewport),
      });
      context.dispatch('vertex.select', { featureId, index });
      context.dispatch('gesture.commit', null);
      return idle;
    },
    onKey: (key) => (key === 'Escape' ? cancel() : undefined),
    onCancel: () => cancel(),
  };

  function cancel(): SelectNext {
    context.dispatch('gesture.cancel', null);
    context.dispatch('vertex.select', null);
    return idle;
  }
}
