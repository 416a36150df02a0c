import { mayBoxBeSeen, type PointFilter, seeAll } from '#domain/cloud/point-filter.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { packPoints, rgbShift } from '#domain/view/pack-points.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { LayerPatch, PointsLayer } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { isBoxVisible } from '../draw/frame-view.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import type { CollectContext, LayerView } from './layer-view.ts';
import { chunkDraw, makeChunk, type PointChunk, pointPick, releaseChunk } from './point-chunk.ts';
import { PointFacts } from './point-facts.ts';

/** Points per chunk; chunks outside the image are culled. */
const chunkPoints = 65_536;

/** Points in memory, drawn whole. */
export class PointsLayerView implements LayerView {
  readonly id: string;
  readonly kind = 'points';
  readonly pickKind = 'point';
  readonly isPickable = true;
  readonly facts: LayerSummary;
  isVisible: boolean;
  #filter: PointFilter = seeAll;
  readonly #chunks: PointChunk[] = [];
  readonly #spacings: readonly number[];

  constructor(spec: PointsLayer) {
    this.id = spec.id;
    this.isVisible = spec.isVisible;
    const { points, scale, offset } = spec;
    const facts = new PointFacts();
    const shift = points.rgb ? rgbShift(points.rgb) : 0;
    for (let start = 0; start < points.count; start += chunkPoints) {
      const packed = packPoints(points, start, Math.min(points.count, start + chunkPoints), shift);
      this.#chunks.push(makeChunk(`points ${this.id} ${start}`, packed, scale, offset));
      facts.add(packed, scale, offset);
    }
    const extreme = (pick: (...values: number[]) => number, side: 'min' | 'max'): WorldPoint | null => {
      if (this.#chunks.length === 0) return null;
      const along = (axis: 0 | 1 | 2) => pick(...this.#chunks.map((chunk) => chunk[side][axis]));
      return [along(0), along(1), along(2)];
    };
    this.facts = facts.facts(extreme(Math.min, 'min'), extreme(Math.max, 'max'), points.count);
    const { bounds } = this.facts;
    const area = bounds ? (bounds.max[0] - bounds.min[0]) * (bounds.max[1] - bounds.min[1]) : 0;
    // Points are spaced unevenly: one and a half times the spacing closes most gaps.
    const spacing = 1.5 * Math.sqrt(area / Math.max(1, points.count));
    this.#spacings = Array.from({ length: 8 }, () => spacing);
  }

  patch(patch: LayerPatch): void {
    this.isVisible = patch.isVisible ?? this.isVisible;
  }

  collect({ view, display, ids, draws }: CollectContext): void {
    this.#filter = display;
    for (const chunk of this.#chunks) {
      if (!isBoxVisible(view, chunk.min, chunk.max) || !mayBoxBeSeen(display, chunk.min, chunk.max)) continue;
      const place = { spacings: this.#spacings, middle: chunk.origin };
      draws.points.push(chunkDraw(chunk, ids.next(this, chunk), place));
    }
  }

  async resolvePick(hit: PickHit, key: unknown): Promise<PickResult | null> {
    return pointPick(this.id, key as PointChunk, hit, this.#filter);
  }

  release(): void {
    for (const chunk of this.#chunks) releaseChunk(chunk);
  }
}
