import type { Viewport } from '#viewport/viewport.ts';
import { canEdit } from '../../commands/guards.ts';
import { editedFeature, type Handle, handlesOf } from '../../scene/handles.ts';
import type { ScreenPlace } from '../../state/screen-place.ts';
import type { StoreViews } from '../../store/store.ts';
import { withLevel } from '../../view/with-level.ts';
import { isSameSpot, type ToolContext, type ToolState } from '../tool-state.ts';
import type { SelectNext } from './next.ts';

const handleRadiusPx = 9;
const touchRadiusPx = 18;

/** The handle under the pointer; vertices win over middles. */
function handleAt(views: StoreViews, viewport: Viewport, at: ScreenPlace, isTouch: boolean): Handle | null {
  const feature = editedFeature(views);
  if (feature === null) return null;
  const radius = isTouch ? touchRadiusPx : handleRadiusPx;
  const isHit = ({ position }: Handle) => {
    const screen = viewport.project(withLevel(viewport, position));
    return screen.depth > 0 && isSameSpot(screen, at, radius);
  };
  return handlesOf(feature).find(isHit) ?? null;
}

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
