import { canEdit } from '../../commands/guards.ts';
import type { ToolContext, ToolState } from '../tool-state.ts';
import { editedFeature, handleAt } from './handles.ts';
import { createPointing } from './pointing.ts';
import { createPressingHandle } from './pressing-handle.ts';

/** Nothing is pressed. */
export function createIdle(context: ToolContext): ToolState {
  const { views, viewport } = context;
  return {
    name: 'select.idle',
    onPointerDown(input) {
      if (input.button !== 0) return undefined;
      const handle = canEdit(views) ? handleAt(views, viewport, input, input.isTouch) : null;
      const feature = editedFeature(views);
      if (handle === null || feature === null) return createPointing(context, input);
      return createPressingHandle(context, feature.id, handle, input);
    },
    onKey(key) {
      const { selection, selectedVertex } = views.workspace;
      if (key === 'Escape') {
        if (selectedVertex !== null) context.dispatch('vertex.select', null);
        else if (selection.length > 0) context.dispatch('selection.set', { ids: [] });
        else context.dispatch('measure.clear', null);
      } else if (key !== 'Enter') {
        if (selectedVertex !== null) context.dispatch('vertex.delete', selectedVertex);
        else if (selection.length > 0) context.dispatch('feature.delete', { ids: selection });
      }
      return undefined;
    },
  };
}
