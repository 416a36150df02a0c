import type { DisplaySettings } from '#viewport/display.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { LayerPatch, SceneLayerKind } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import type { FrameDraws } from '../draw/draws.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { DrawIds, Pickable } from '../picking/draw-ids.ts';

/** What images lie on: the heights of the terrain under them, or a level where there is none. Null: not known yet. */
export type Ground = readonly [low: number, high: number] | null;

/** How terrain carries images that reach beyond it. */
export interface OuterSkirt {
  /** How far beyond the raster, world units. */
  readonly reach: number;
  /** It gives way to other terrain. */
  readonly givesWay: boolean;
}

/** What a layer that loads on the way is given for a frame. */
export interface StreamContext {
  /** The frame's views; null for those in which the layer is not seen. */
  readonly views: readonly (FrameView | null)[];
  readonly ground: Ground;
  /** How this layer carries images beyond its edges; null where it carries none. */
  readonly outerSkirt: OuterSkirt | null;
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
  /** Takes the time that an image needs which is drawn once, rather than that of a frame. */
  readonly isPatient: boolean;
  /** Grows whenever `terrainElevation` may have changed. */
  readonly terrainRevision: number;
}

/** What collecting labels needs. */
export interface LabelContext
  extends Pick<CollectContext, 'view' | 'slot' | 'display' | 'terrainElevation' | 'terrainRevision'> {
  /** What is written in the image, of all layers. */
  readonly labels: SceneLabel[];
  /** From one index contour on terrain to the next; null where there are none. */
  readonly contourStep: number | null;
  /** A number in words, with exactly so many decimals. */
  numberText(value: number, digits: number): string;
}

/** A layer of the scene at work: from its description to draws, and from picked elements back to facts. */
export interface LayerView extends Pickable {
  readonly id: string;
  readonly kind: SceneLayerKind;
  isVisible: boolean;
  readonly facts: LayerSummary;
  patch(patch: LayerPatch): void;
  /** Chooses what to load for the views of a frame; clouds, which share their points, are chosen for together. */
  stream?(context: StreamContext): void;
  /** Adds the draws of a frame or a pick. */
  collect(context: CollectContext): void;
  /** Adds the texts that belong to what is in the image, which is never a part of a larger one. */
  collectLabels?(context: LabelContext): void;
  readonly isPickable: boolean;
  /** Frees device memory and stops loading. */
  release(): void;
}
