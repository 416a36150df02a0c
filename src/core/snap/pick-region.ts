import type { HalfSpace } from '#domain/geometry/plane/box-tree.ts';
import { cross, dot, minus } from '#domain/math/vectors.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { heightStretch } from '#viewport/display.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { PaneView } from '#viewport/viewport-types.ts';
import type { ScreenPlace } from '../state/screen-place.ts';

/** Half-spaces of the world that hold everything seen within a radius (CSS pixels) of a place; none where a side of it is level. */
export function pickRegion(viewport: Viewport, at: ScreenPlace, radiusPx: number): HalfSpace[] {
  const view = at.view ?? viewport.view;
  const line = (dx: number, dy: number) =>
    rayThrough(viewport, at.x + dx * radiusPx, at.y + dy * radiusPx, view);
  const middle = line(0, 0);
  const corners = [line(-1, -1), line(1, -1), line(1, 1), line(-1, 1)];
  if (middle === null) return [];
  const region: HalfSpace[] = [];
  for (let i = 0; i < corners.length; i++) {
    const side = corners[i];
    const next = corners[(i + 1) % corners.length];
    if (!side || !next) return [];
    const [p, q] = side;
    const normal = cross(minus(q, p), minus(next[0], p));
    const inside = dot(normal, minus(middle[0], p)) >= 0 ? 1 : -1;
    region.push([inside * normal[0], inside * normal[1], inside * normal[2], -inside * dot(normal, p)]);
  }
  return region;
}

/** Two places in front of the eye on the line of sight through a place of the view; null where the line is level. */
function rayThrough(
  viewport: Viewport,
  x: number,
  y: number,
  view: PaneView,
): readonly [WorldPoint, WorldPoint] | null {
  const { camera } = view;
  // No eye is farther from the target's level than this, whatever the exaggeration.
  const reach = (4 * camera.distance) / Math.min(1, heightStretch(viewport.display));
  const level = camera.target[2];
  for (const step of [-reach, reach]) {
    const near = viewport.unproject(x, y, level + step, view);
    const far = viewport.unproject(x, y, level + 2 * step, view);
    if (near !== null && far !== null) return [near, far];
  }
  return null;
}
