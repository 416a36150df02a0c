import { canEdit } from '../../commands/guards.ts';
import { editedFeature } from '../../scene/handles.ts';
import type { ToolContext, ToolState } from '../tool-state.ts';
import { handleAt } from './handle-at.ts';
import type { SelectNext } from './next.ts';

/** Nothing is pressed. */
export function createIdle(context: ToolContext): ToolState<SelectNext> {
  const { views, viewport } = context;
  return {
    name: 'select.idle',
    isResting: true,
    onPointerDown(input) {
      if (input.button !== 0) return undefined;
      const handle = canEdit(views) ? handleAt(views, viewport, input, input.isTouch) : null;
      const feature = editedFeature(views);
      if (handle === null || feature === null) return { to: 'pointing', start: input };
      return { to: 'pressing-handle', featureId: feature.id, handle, start: input };
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
