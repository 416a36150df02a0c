import { lockAngle } from '#domain/geometry/plane/lock-angle.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { draftPlan } from '../state/draft-plans.ts';
import type { StoreViews } from '../store/store.ts';

/**
 * A place as the angle lock allows it for the next vertex of the draft, with the elevation of the ground there where
 * there is one; the same place where nothing is locked.
 */
export function lockedPlace(
  { workspace }: StoreViews,
  place: WorldPoint,
  elevationAt: (x: number, y: number) => number,
): WorldPoint {
  const { angleLock, draft } = workspace;
  // The places of circles, arcs and rectangles are no vertices of theirs.
  if (!angleLock.isOn || draft === null || draftPlan(draft.tool).build !== undefined) return place;
  const [fromX, fromY] = draft.coordinates.slice(-3);
  if (fromX === undefined || fromY === undefined) return place;
  const step = (angleLock.stepDeg * Math.PI) / 180;
  const [x, y] = lockAngle([fromX, fromY], [place[0], place[1]], step);
  if (x === place[0] && y === place[1]) return place;
  const ground = elevationAt(x, y);
  return [x, y, Number.isNaN(ground) ? place[2] : ground];
}
