import type { WorldPoint } from '#domain/view/camera.ts';
import type { PickResult } from '#domain/view/pick.ts';
import type { PickPixels } from '../frame/engine.ts';
import type { FrameView } from '../frame/frame-view.ts';
import type { DrawIds, LayerView, PickHit } from '../layers/layer-view.ts';
import { sightRay } from './screen-geometry.ts';

/** Surfaces must lie under the pointer itself, within this many CSS pixels. */
const surfaceReachPx = 1.5;

/** World position of the scene's surface at a place of the picture, from its depth value; null where none is. */
export function surfacePoint(view: FrameView, depth: number, x: number, y: number): WorldPoint | null {
  if (depth <= 0) return null;
  const { origin, direction } = sightRay(view, x, y);
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
  readonly layer: LayerView;
  readonly key: unknown;
  readonly hit: PickHit;
  readonly rank: number;
}

/** Lower ranks win: vertices and edges, points, fills, surfaces. */
function rankOf(layer: LayerView, key: unknown): number {
  if (layer.pickKind === 'feature') return (key as { kind?: string }).kind === 'fills' ? 2 : 0;
  if (layer.pickKind === 'point') return 1;
  return layer.pickKind === 'tin' ? 3 : 4;
}

/** The best answer among picked pixels. `pointer` in CSS pixels; the pixels are those of `view.window`. */
export async function resolvePick(
  pixels: PickPixels,
  view: FrameView,
  ids: DrawIds,
  pointer: readonly [x: number, y: number],
  radiusPx: number,
  isExact: boolean,
): Promise<PickResult | null> {
  const best = new Map<number, Candidate>();
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
      const reach = rank >= 2 ? surfaceReachPx : radiusPx + 0.5;
      const rival = best.get(rank);
      if (distancePx > reach || (rival && rival.hit.distancePx <= distancePx)) continue;
      const element = pixels.ids[at * 2 + 1]!;
      const surface = surfacePoint(view, pixels.depths[at]!, x, y);
      best.set(rank, { ...owner, rank, hit: { drawId, element, pointer, distancePx, surface, isExact } });
    }
  }
  for (const rank of [...best.keys()].sort((a, b) => a - b)) {
    const { layer, key, hit } = best.get(rank)!;
    const result = await layer.resolvePick(hit, key, view);
    if (result) return result;
  }
  return null;
}
