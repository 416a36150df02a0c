import type { WorldPoint } from '#domain/view/camera.ts';
import type { DisplaySettings } from '#domain/view/display.ts';
import type { SceneLabel } from '#domain/view/label.ts';
import type { PickKind, PickResult } from '#domain/view/pick.ts';
import type { LayerPatch, SceneLayerKind } from '#domain/view/scene.ts';
import type { LayerSummary } from '#domain/view/viewing.ts';
import type { FrameDraws } from '../frame/draws.ts';
import type { FrameView } from '../frame/frame-view.ts';

/** A pixel that a layer's draw left in the pick target. */
export interface PickHit {
  /** Index of the draw within what the layer collected for this pick. */
  readonly drawId: number;
  /** Element of the draw: point, vertex, style or triangle. */
  readonly element: number;
  /** Pointer, CSS pixels. */
  readonly pointer: readonly [x: number, y: number];
  /** From the pointer to the pixel, CSS pixels. */
  readonly distancePx: number;
  /** World position of the scene's surface at the pixel, from its depth; null where there is none. */
  readonly surface: WorldPoint | null;
  readonly isExact: boolean;
}

/** Hands out draw ids of one frame and remembers whose they are. */
export class DrawIds {
  readonly #owners: { layer: LayerView; key: unknown }[] = [];

  /** A new id (from 1) for a draw of a layer; `key` is the layer's own name for it. */
  next(layer: LayerView, key: unknown): number {
    return this.#owners.push({ layer, key });
  }

  owner(drawId: number): { layer: LayerView; key: unknown } | undefined {
    return this.#owners[drawId - 1];
  }
}

/** What collecting draws needs. */
export interface CollectContext {
  readonly view: FrameView;
  /** Which of the views is drawn that were streamed for last. */
  readonly slot: number;
  readonly display: DisplaySettings;
  readonly ids: DrawIds;
  readonly draws: FrameDraws;
  /** Points of streamed clouds drawn at most. */
  readonly pointBudget: number;
  /** Elevation of the visible terrain from loaded cells; NaN where there is none. */
  terrainElevation(x: number, y: number): number;
  /** Takes the time that a picture needs which is drawn once, rather than that of a frame. */
  readonly isPatient: boolean;
  /** Grows whenever `terrainElevation` may answer differently. */
  readonly terrainRevision: number;
}

/** What collecting labels needs. */
export interface LabelContext
  extends Pick<CollectContext, 'view' | 'slot' | 'display' | 'terrainElevation' | 'terrainRevision'> {
  /** What is written in the picture, of all layers. */
  readonly labels: SceneLabel[];
  /** From one index contour on terrain to the next; null where there are none. */
  readonly contourStep: number | null;
  /** A number in words, with exactly so many decimals. */
  numberText(value: number, digits: number): string;
}

/** A layer of the scene at work: from its description to draws, and from picked elements back to facts. */
export interface LayerView {
  readonly id: string;
  readonly kind: SceneLayerKind;
  isVisible: boolean;
  readonly facts: LayerSummary;
  patch(patch: LayerPatch): void;
  /** Adds the draws of a frame or a pick. */
  collect(context: CollectContext): void;
  /** Adds the texts that belong to what is in the picture, which is never a part of a larger one. */
  collectLabels?(context: LabelContext): void;
  /** Kind of pick result that its draws lead to. */
  readonly pickKind: PickKind;
  readonly isPickable: boolean;
  /** Turns a hit into a result; `key` is what the draw was registered with. */
  resolvePick(hit: PickHit, key: unknown, view: FrameView): Promise<PickResult | null>;
  /** Frees device memory and stops loading. */
  release(): void;
}
