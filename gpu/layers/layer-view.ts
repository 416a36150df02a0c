import type { DisplaySettings } from '#viewport/display.ts';
import type { SceneLabel } from '#viewport/label.ts';
import type { LayerPatch, SceneLayerKind } from '#viewport/scene.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import type { FrameDraws } from '../draw/draws.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { DrawIds, Pickable } from '../picking/draw-ids.ts';

/** The surface under images: the heights of the terrain, or a level where there is none. Null: not known yet. */
export type Ground = readonly [low: number, high: number] | null;

/** Extension of terrain as drape surface for images that reach beyond it. */
export interface OuterSkirt {
  /** How far beyond the raster, world units. */
  readonly reach: number;
  /** It is hidden by other terrain. */
  readonly givesWay: boolean;
}

/** Inputs of a streamed layer for a frame. */
export interface StreamContext {
  /** The frame's views; null for those in which the layer is not visible. */
  readonly views: readonly (FrameView | null)[];
  readonly ground: Ground;
  /** This layer's drape surface beyond its edges; null for none. */
  readonly outerSkirt: OuterSkirt | null;
}

/** Inputs of collecting draws. */
export interface CollectContext {
  readonly view: FrameView;
  /** Index of the drawn view among those last streamed. */
  readonly slot: number;
  readonly display: DisplaySettings;
  readonly ids: DrawIds;
  readonly draws: FrameDraws;
  /** Maximum number of points of streamed clouds drawn. */
  readonly pointBudget: number;
  /** Elevation of the visible terrain from loaded cells; NaN for none. */
  terrainElevation(x: number, y: number): number;
  /** Takes as much time as a snapshot needs, rather than that of a frame. */
  readonly isPatient: boolean;
  /** Increases whenever `terrainElevation` may have changed. */
  readonly terrainRevision: number;
}

/** Inputs of collecting labels. */
export interface LabelContext
  extends Pick<CollectContext, 'view' | 'slot' | 'display' | 'terrainElevation' | 'terrainRevision'> {
  /** Receives the labels of all layers. */
  readonly labels: SceneLabel[];
  /** From one index contour on terrain to the next; null where there are none. */
  readonly contourStep: number | null;
  /** Formats a number with exactly so many decimals. */
  numberText(value: number, digits: number): string;
}

/** The view of a scene layer: turns its description into draws, and picked elements into pick results. */
export interface LayerView extends Pickable {
  readonly id: string;
  readonly kind: SceneLayerKind;
  isVisible: boolean;
  readonly facts: LayerSummary;
  patch(patch: LayerPatch): void;
  /** Chooses what to load for the views of a frame; clouds, which share the point budget, are selected together. */
  stream?(context: StreamContext): void;
  /** Adds the draws of a frame or a pick. */
  collect(context: CollectContext): void;
  /** Adds the labels of what is in the image; always of the whole image, never of a window. */
  collectLabels?(context: LabelContext): void;
  readonly isPickable: boolean;
  /** Frees device memory and stops loading. */
  release(): void;
}
