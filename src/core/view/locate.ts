import type { WorldPoint } from '#domain/view/camera.ts';
import { screenRay } from '#domain/view/camera.ts';
import type { PickingRay } from '#domain/view/clip-handles.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { heightStretch } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { ScreenPlace } from '../state/screen-place.ts';

/** A place of the world under the pointer. */
export interface Located {
  /** z is NaN where nothing was under the pointer. */
  readonly position: WorldPoint;
  /** True for a point or a surface; false for the level of the camera's target. */
  readonly isExact: boolean;
}

/** Maximum distance of a cloud's point from the place, CSS pixels: clouds have holes. */
const pointReachPx = 4;

/**
 * The object under a place of the view: a point of a cloud or a surface, else the place at the target's level, without
 * an elevation. Null above the horizon.
 */
export async function locate(viewport: Viewport, { x, y, view }: ScreenPlace): Promise<Located | null> {
  const hit = await viewport.pick(x, y, {
    kinds: ['point', 'terrain', 'tin'],
    radiusPx: pointReachPx,
    ...(view ? { view } : {}),
  });
  if (hit !== null) return { position: hit.position, isExact: true };
  const level = viewport.unproject(x, y, undefined, view);
  return level === null ? null : { position: [level[0], level[1], Number.NaN], isExact: false };
}

/** The picking ray through a place of a pane (CSS pixels), world coordinates. */
export function pickingRay(viewport: Viewport, pane: PaneId, x: number, y: number): PickingRay {
  const scale = heightStretch(viewport.display);
  const { origin, direction } = screenRay(x, y, viewport.cameraOf(pane), viewport.sizeOf(pane), scale);
  return {
    origin: [origin[0], origin[1], origin[2] / scale],
    direction: [direction[0], direction[1], direction[2] / scale],
  };
}
