import type { WorldPoint } from '#domain/view/camera.ts';
import type { ScreenPlace } from '../commands/payloads.ts';
import type { Viewport } from '../ports/viewport.ts';

/** A place of the world under the pointer. */
export interface Located {
  /** z is NaN where nothing was under the pointer. */
  readonly position: WorldPoint;
  /** True for a point, a vertex or a surface; false for the level of the camera's target. */
  readonly isExact: boolean;
}

/**
 * What lies under a place of the picture: a drawn vertex (`snap` only), a point of a cloud, a surface, else the place
 * at the target's level, without an elevation. Null above the horizon.
 */
export async function locate(
  viewport: Viewport,
  { x, y }: ScreenPlace,
  mode: 'snap' | 'surfaces',
): Promise<Located | null> {
  if (mode === 'snap') {
    const hit = await viewport.pick(x, y, { kinds: ['feature'], radiusPx: 10 });
    if (hit?.kind === 'feature' && hit.part === 'vertex') return { position: hit.position, isExact: true };
  }
  const hit = await viewport.pick(x, y, { kinds: ['point', 'terrain', 'tin'] });
  if (hit !== null) return { position: hit.position, isExact: true };
  const level = viewport.unproject(x, y);
  return level === null ? null : { position: [level[0], level[1], Number.NaN], isExact: false };
}
