import { appendAll } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { defaultFeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import { emptyDraws } from '../draw/draws.ts';
import type { CollectContext } from './layer-view.ts';
import { VectorLayerView } from './vector-layer.ts';

/** A box of missing data. */
export interface GapBox {
  readonly name: string;
  readonly min: WorldPoint;
  readonly max: WorldPoint;
}

/** One polyline over the twelve edges of a box; bits 0 to 2 of a corner are x, y and z. */
const stroke = [0, 1, 3, 2, 0, 4, 5, 1, 5, 7, 3, 7, 6, 2, 6, 4] as const;

const style = {
  ...defaultFeatureStyle,
  colour: [0.886, 0.588, 0.235, 0.9],
  widthPx: 1.25,
  isSeenThrough: true,
} as const;

function outline({ name, min, max }: GapBox): VectorFeature {
  const positions = stroke.flatMap((corner) =>
    ([0, 1, 2] as const).map((axis) => (corner & (1 << axis) ? max[axis] : min[axis])),
  );
  return { id: name, kind: 'polyline', positions: Float64Array.from(positions), style };
}

/** Thin outlines around areas whose data is unavailable; picks ignore them. */
export class GapBoxes {
  readonly #id: string;
  #lines: VectorLayerView | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  /** Replaces all boxes. */
  show(boxes: readonly GapBox[]): void {
    this.release();
    if (boxes.length === 0) return;
    const features = boxes.map(outline);
    const spec = { id: `${this.#id} gaps`, kind: 'vector', isVisible: true, isPickable: false } as const;
    this.#lines = new VectorLayerView({ ...spec, features });
  }

  collect(context: CollectContext): void {
    if (!this.#lines) return;
    const own = emptyDraws();
    this.#lines.collect({ ...context, draws: own });
    // Picks ignore draw id 0.
    appendAll(
      context.draws.overlays,
      own.overlays.map((draw) => ({ ...draw, drawId: 0 })),
    );
  }

  release(): void {
    this.#lines?.release();
    this.#lines = null;
  }
}
