import type { WorldPoint } from '#domain/view/camera.ts';
import type { PickKind, PickResult } from '#viewport/pick.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { PickPixels } from '../engine/pick-target.ts';
import type { DrawIds, Pickable, PickHit } from './draw-ids.ts';
import { pickingRay } from './screen-geometry.ts';

/** Maximum distance of surfaces from the pointer, CSS pixels. */
const surfaceReachPx = 1.5;

/** World position of the scene's surface at a place of the image, from its depth value; null for none. */
export function surfacePoint(view: FrameView, depth: number, x: number, y: number): WorldPoint | null {
  if (depth <= 0) return null;
  const { origin, direction } = pickingRay(view, x, y);
  const { forward } = view.axes;
  const ahead = direction[0] * forward[0] + direction[1] * forward[1] + direction[2] * forward[2];
  const distance = view.isOrthographic
    ? view.camera.distance + (0.5 - depth) * view.depthRange
    : view.near / depth / ahead;
  return [
    origin[0] + direction[0] * distance,
    origin[1] + direction[1] * distance,
    (origin[2] + direction[2] * distance) / view.exaggeration,
  ];
}

interface Candidate {
  readonly layer: Pickable;
  readonly key: unknown;
  readonly hit: PickHit;
  readonly rank: number;
}

const fillRank = 2;
const lastRank = 4;

/** Lower ranks win: vertices and edges, points, fills, surfaces. */
function rankOf(layer: Pickable, key: unknown): number {
  if (layer.pickKind === 'feature') return (key as { kind?: string }).kind === 'fills' ? fillRank : 0;
  if (layer.pickKind === 'point') return 1;
  return layer.pickKind === 'tin' ? 3 : lastRank;
}

/** Criteria for picked pixels. */
export interface PickQuestion {
  /** CSS pixels. */
  readonly pointer: readonly [x: number, y: number];
  readonly radiusPx: number;
  readonly isExact: boolean;
  /** Default: all. */
  readonly kinds?: readonly PickKind[] | undefined;
  /** The draped fill that contains a place on the scene's surface; such fills write no pixels to the pick target. */
  drapedFill(surface: WorldPoint, distancePx: number): PickResult | null;
}

/** Best hit of each rank, and the surface of any kind nearest to the pointer. */
function bestHits(pixels: PickPixels, view: FrameView, ids: DrawIds, question: PickQuestion) {
  const { pointer, radiusPx, isExact, kinds } = question;
  const best = new Map<number, Candidate>();
  let ground: { surface: WorldPoint; distancePx: number } | null = null;
  for (let row = 0; row < pixels.height; row++) {
    for (let column = 0; column < pixels.width; column++) {
      const at = row * pixels.width + column;
      const drawId = pixels.ids[at * 2]!;
      const owner = drawId === 0 ? undefined : ids.owner(drawId);
      if (!owner) continue;
      const x = (view.window.x + column + 0.5) / view.pixelRatio;
      const y = (view.window.y + row + 0.5) / view.pixelRatio;
      const distancePx = Math.hypot(x - pointer[0], y - pointer[1]);
      const rank = rankOf(owner.layer, owner.key);
      const reach = rank >= fillRank ? surfaceReachPx : radiusPx + 0.5;
      const rival = best.get(rank);
      const surface = surfacePoint(view, pixels.depths[at]!, x, y);
      if (surface && distancePx <= surfaceReachPx && distancePx < (ground?.distancePx ?? Infinity)) {
        ground = { surface, distancePx };
      }
      if (kinds && !kinds.includes(owner.layer.pickKind)) continue;
      if (distancePx > reach || (rival && rival.hit.distancePx <= distancePx)) continue;
      const element = pixels.ids[at * 2 + 1]!;
      best.set(rank, { ...owner, rank, hit: { drawId, element, pointer, distancePx, surface, isExact } });
    }
  }
  return { best, ground };
}

/** The best hit among picked pixels, which are those of `view.window`. */
export async function resolvePick(
  pixels: PickPixels,
  view: FrameView,
  ids: DrawIds,
  question: PickQuestion,
): Promise<PickResult | null> {
  const { best, ground } = bestHits(pixels, view, ids, question);
  for (let rank = 0; rank <= lastRank; rank++) {
    if (rank === fillRank && ground && !view.isPlan) {
      const fill = question.drapedFill(ground.surface, ground.distancePx);
      if (fill) return fill;
    }
    const candidate = best.get(rank);
    if (!candidate) continue;
    const { layer, key, hit } = candidate;
    const result = await layer.resolvePick(hit, key, view);
    if (result) return result;
  }
  return null;
}
