import type { SelectToolId } from '../../state/selection-area.ts';
import type { ToolContext, ToolState } from '../tool-state.ts';
import { finishPolygon } from './finish-polygon.ts';
import type { AreaNext } from './next.ts';
import { showOutline } from './outline.ts';

/** Nothing is pressed; there may be a polygon. */
export function createIdle(context: ToolContext, tool: SelectToolId): ToolState<AreaNext> {
  const { views } = context;
  return {
    name: 'area.idle',
    isResting: true,
    enter: () => context.dispatch('selection.prepare', null),
    onPointerDown(input) {
      if (input.button !== 0) return undefined;
      return { to: tool === 'select-polygon' ? 'pointing' : 'dragging', start: input };
    },
    onKey(key) {
      const { selectionOutline, selection } = views.workspace;
      const places = selectionOutline?.places ?? [];
      if (key === 'Escape') {
        if (places.length > 0) context.dispatch('selection.outline', null);
        else context.dispatch('tool.choose', { tool: 'select' });
      } else if (places.length > 0) {
        if (key === 'Enter') finishPolygon(context, null);
        else if (places.length === 1) context.dispatch('selection.outline', null);
        else showOutline(context, places.slice(0, -1));
      } else if (key !== 'Enter' && selection.length > 0)
        context.dispatch('feature.delete', { ids: selection });
      return undefined;
    },
  };
}
