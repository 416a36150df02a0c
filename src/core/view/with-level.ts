import type { WorldPoint } from '#domain/view/camera.ts';
import type { Viewport } from '#viewport/viewport.ts';

/** A position with an elevation to draw and project at: its own, or else the terrain's, or else the target's. */
export function withLevel(viewport: Viewport, position: WorldPoint): WorldPoint {
  const [x, y, z] = position;
  if (!Number.isNaN(z)) return position;
  const terrain = viewport.terrainElevation(x, y);
  return [x, y, Number.isNaN(terrain) ? viewport.camera.target[2] : terrain];
}
