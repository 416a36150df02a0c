import { clamp } from '#domain/math/clamp.ts';
import { projectPoint, type Ray, screenRay, type WorldPoint } from '#domain/view/camera.ts';
import type { FrameView } from '../draw/frame-view.ts';

function cssSize(view: FrameView) {
  return { width: view.widthPx / view.pixelRatio, height: view.heightPx / view.pixelRatio };
}

/** Projected position of a world point, CSS pixels. */
export function toScreen(view: FrameView, point: WorldPoint) {
  return projectPoint(point, view.camera, cssSize(view), view.exaggeration);
}

/** Line of sight through a place of the image (CSS pixels), display space. */
export function pickingRay(view: FrameView, x: number, y: number): Ray {
  return screenRay(x, y, view.camera, cssSize(view), view.exaggeration);
}

function lerp(a: WorldPoint, b: WorldPoint, t: number): WorldPoint {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Place on a segment nearest to the pointer as seen on the screen: world position and distance in CSS pixels. */
export function nearestOnSegment(
  view: FrameView,
  a: WorldPoint,
  b: WorldPoint,
  pointer: readonly [number, number],
): { position: WorldPoint; distancePx: number } {
  const near = view.isOrthographic ? -Infinity : view.near;
  let [from, to] = [a, b];
  let [pa, pb] = [toScreen(view, a), toScreen(view, b)];
  if (pa.depth < near && pb.depth > near) {
    from = lerp(a, b, (near - pa.depth) / (pb.depth - pa.depth));
    pa = toScreen(view, from);
  } else if (pb.depth < near && pa.depth > near) {
    to = lerp(b, a, (near - pb.depth) / (pa.depth - pb.depth));
    pb = toScreen(view, to);
  }
  const [dx, dy] = [pb.x - pa.x, pb.y - pa.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((pointer[0] - pa.x) * dx + (pointer[1] - pa.y) * dy) / length2;
  const s = clamp(along, 0, 1);
  const distancePx = Math.hypot(pointer[0] - pa.x - dx * s, pointer[1] - pa.y - dy * s);
  // Equal steps on the screen are not equal steps in the world: 1/depth is linear on the screen.
  const t = view.isOrthographic ? s : (s * pa.depth) / (s * pa.depth + (1 - s) * pb.depth);
  return { position: lerp(from, to, t), distancePx };
}

/** Intersection of a ray in display space with a triangle's plane; null where they are parallel. World coordinates. */
export function meetTriangle(
  ray: Ray,
  corners: readonly [WorldPoint, WorldPoint, WorldPoint],
  exaggeration: number,
): WorldPoint | null {
  const [a, b, c] = corners.map((p): WorldPoint => [p[0], p[1], p[2] * exaggeration]) as [
    WorldPoint,
    WorldPoint,
    WorldPoint,
  ];
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const { origin, direction } = ray;
  const slope = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
  if (slope === 0) return null;
  const t =
    (normal[0] * (a[0] - origin[0]) + normal[1] * (a[1] - origin[1]) + normal[2] * (a[2] - origin[2])) /
    slope;
  if (!Number.isFinite(t)) return null;
  return [
    origin[0] + direction[0] * t,
    origin[1] + direction[1] * t,
    (origin[2] + direction[2] * t) / exaggeration,
  ];
}
