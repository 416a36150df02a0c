import type { WorldPoint } from '#domain/view/camera.ts';
import type { PickKind, PickResult } from '#viewport/pick.ts';
import type { FrameView } from '../draw/frame-view.ts';

/** A source of draws that resolves the pixels of its draws to pick results. */
export interface Pickable {
  /** Kind of pick result of its draws. */
  readonly pickKind: PickKind;
  /** Turns a hit into a result; `key` is what the draw was registered with. */
  resolvePick(hit: PickHit, key: unknown, view: FrameView): Promise<PickResult | null>;
}

/** A pixel of a layer's draw in the pick target. */
export interface PickHit {
  /** Index of the draw within what the layer collected for this pick. */
  readonly drawId: number;
  /** Element of the draw: point, vertex, style or triangle. */
  readonly element: number;
  /** Pointer, CSS pixels. */
  readonly pointer: readonly [x: number, y: number];
  /** From the pointer to the pixel, CSS pixels. */
  readonly distancePx: number;
  /** World position of the scene's surface at the pixel, from its depth; null for none. */
  readonly surface: WorldPoint | null;
  readonly isExact: boolean;
}

/** Allocates draw ids of one frame and maps them to their owners. */
export class DrawIds {
  readonly #owners: { layer: Pickable; key: unknown }[] = [];

  /** A new id (from 1) for a draw of a layer; `key` is the layer's own name for it. */
  next(layer: Pickable, key: unknown): number {
    return this.#owners.push({ layer, key });
  }

  owner(drawId: number): { layer: Pickable; key: unknown } | undefined {
    return this.#owners[drawId - 1];
  }
}
