import { vertexAt, vertexCount } from '#domain/drawing/document.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { ScreenPlace } from '../commands/payloads.ts';
import type { Viewport } from '../ports/viewport.ts';
import type { StoreViews } from '../store/store.ts';
import { withLevel } from './with-level.ts';

/** A place of the world under the pointer. */
export interface Located {
  /** z is NaN where nothing was under the pointer. */
  readonly position: WorldPoint;
  /** True for a point or a surface; false for the level of the camera's target. */
  readonly isExact: boolean;
}

/** How near to a drawn vertex a place snaps to it, CSS pixels. */
const snapRadiusPx = 9;

/** The drawn vertex on a visible layer that is nearest to a place of the picture, within the radius; exact. */
export function snapToVertex(
  { document }: StoreViews,
  viewport: Viewport,
  at: ScreenPlace,
): WorldPoint | null {
  let nearest: WorldPoint | null = null;
  let best = snapRadiusPx;
  for (const feature of Object.values(document.features)) {
    if (!document.layers[feature.layerId]?.isVisible) continue;
    for (let index = 0; index < vertexCount(feature); index++) {
      const vertex = vertexAt(feature, index);
      const screen = viewport.project(withLevel(viewport, vertex), at.camera);
      const distance = Math.hypot(screen.x - at.x, screen.y - at.y);
      if (screen.depth <= 0 || distance > best) continue;
      best = distance;
      nearest = vertex;
    }
  }
  return nearest;
}

/**
 * What lies under a place of the picture: a point of a cloud or a surface, else the place at the target's level,
 * without an elevation. Null above the horizon.
 */
export async function locate(viewport: Viewport, { x, y, camera }: ScreenPlace): Promise<Located | null> {
  const sight = camera ? { camera } : {};
  const hit = await viewport.pick(x, y, { kinds: ['point', 'terrain', 'tin'], ...sight });
  if (hit !== null) return { position: hit.position, isExact: true };
  const level = viewport.unproject(x, y, undefined, camera);
  return level === null ? null : { position: [level[0], level[1], Number.NaN], isExact: false };
}
