import { isOrthographic, type ScreenPoint, type WorldPoint } from '#domain/view/camera.ts';
import type { ScreenRect } from '#domain/view/screen-area.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { PaneView } from '#viewport/viewport-types.ts';
import { withLevel } from '../view/with-level.ts';

/** How the world is seen in a view. */
export interface Sight {
  readonly isPerspective: boolean;
  /** Projects a place, one without an elevation where it is drawn. */
  project(world: WorldPoint): ScreenPoint;
  /**
   * The rectangle round a box of the world, minX, minY, minZ, maxX, maxY, maxZ from `at`, its z limited to `levels`;
   * null where a corner is behind the eye. The result is overwritten by the next call.
   */
  rectOf(boxes: Float64Array, at: number, levels: readonly [low: number, high: number]): ScreenRect | null;
}

/**
 * Reads how a view projects from four places: depth is linear in the world, and so are screen coordinates, times depth
 * in a perspective. Projecting by these numbers allocates less than asking the viewport for each of a million places.
 */
export function createSight(viewport: Viewport, view: PaneView): Sight {
  const isPerspective = !isOrthographic(view.camera);
  const { target, distance } = view.camera;
  const [ox, oy, oz] = target;
  const linear = (world: WorldPoint) => {
    const { x, y, depth } = viewport.project(world, view);
    return isPerspective ? [x * depth, y * depth, depth] : [x, y, depth];
  };
  const base = linear(target);
  const [alongX, alongY, alongZ] = [0, 1, 2].map((axis) => {
    const place: WorldPoint = [
      ox + (axis === 0 ? distance : 0),
      oy + (axis === 1 ? distance : 0),
      oz + (axis === 2 ? distance : 0),
    ];
    return linear(place).map((value, i) => (value - base[i]!) / distance);
  }) as [number[], number[], number[]];
  const [ax, bx, cx] = [alongX[0]!, alongY[0]!, alongZ[0]!];
  const [ay, by, cy] = [alongX[1]!, alongY[1]!, alongZ[1]!];
  const [ad, bd, cd] = [alongX[2]!, alongY[2]!, alongZ[2]!];
  const [baseX, baseY, baseDepth] = base as [number, number, number];
  const rect = { minX: 0, minY: 0, maxX: 0, maxY: 0 };

  return {
    isPerspective,
    project(world) {
      const [x, y, z] = withLevel(viewport, world);
      const [dx, dy, dz] = [x - ox, y - oy, z - oz];
      const depth = baseDepth + ad * dx + bd * dy + cd * dz;
      const shrink = isPerspective ? 1 / depth : 1;
      return {
        x: (baseX + ax * dx + bx * dy + cx * dz) * shrink,
        y: (baseY + ay * dx + by * dy + cy * dz) * shrink,
        depth,
      };
    },
    rectOf(boxes, at, levels) {
      const low = Math.max(boxes[at + 2]!, levels[0]) - oz;
      const high = Math.min(boxes[at + 5]!, levels[1]) - oz;
      rect.minX = rect.minY = Infinity;
      rect.maxX = rect.maxY = -Infinity;
      for (let corner = 0; corner < 8; corner++) {
        const dx = boxes[at + (corner & 1 ? 3 : 0)]! - ox;
        const dy = boxes[at + (corner & 2 ? 4 : 1)]! - oy;
        const dz = corner & 4 ? high : low;
        const depth = baseDepth + ad * dx + bd * dy + cd * dz;
        if (isPerspective && depth <= 0) return null;
        const shrink = isPerspective ? 1 / depth : 1;
        const x = (baseX + ax * dx + bx * dy + cx * dz) * shrink;
        const y = (baseY + ay * dx + by * dy + cy * dz) * shrink;
        if (x < rect.minX) rect.minX = x;
        if (x > rect.maxX) rect.maxX = x;
        if (y < rect.minY) rect.minY = y;
        if (y > rect.maxY) rect.maxY = y;
      }
      return rect;
    },
  };
}
