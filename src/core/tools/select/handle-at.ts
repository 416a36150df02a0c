import type { Viewport } from '#viewport/viewport.ts';
import { editedFeature, type Handle, handlesOf } from '../../scene/handles.ts';
import type { ScreenPlace } from '../../state/screen-place.ts';
import type { StoreViews } from '../../store/store.ts';
import { withLevel } from '../../view/with-level.ts';
import { isSameSpot } from '../tool-state.ts';

const handleRadiusPx = 9;
const touchRadiusPx = 18;

/** The handle under the pointer; vertices win over middles. */
export function handleAt(
  views: StoreViews,
  viewport: Viewport,
  at: ScreenPlace,
  isTouch: boolean,
): Handle | null {
  const feature = editedFeature(views);
  if (feature === null) return null;
  const radius = isTouch ? touchRadiusPx : handleRadiusPx;
  const isHit = ({ position }: Handle) => {
    const screen = viewport.project(withLevel(viewport, position));
    return screen.depth > 0 && isSameSpot(screen, at, radius);
  };
  return handlesOf(feature).find(isHit) ?? null;
}
