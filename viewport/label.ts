import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from './display.ts';

/** How a label is written. */
export interface LabelStyle {
  /** Null takes the theme's text colour. */
  readonly colour: Rgba | null;
  /** Edge that keeps it readable on any ground; null takes the theme's background. */
  readonly halo: Rgba | null;
  /** Height of the font, CSS pixels. */
  readonly sizePx: number;
}

/** Labels of things; those of lines of a map, such as contours, are smaller. */
export const featureLabelStyle: LabelStyle = { colour: null, halo: null, sizePx: 12.5 };
export const lineLabelStyle: LabelStyle = { colour: null, halo: null, sizePx: 11 };

/** A text at a place of the world. */
export interface SceneLabel {
  /** Unique in the view: what keeps a label in its place from frame to frame. */
  readonly id: string;
  /** One line; an empty one is not written. */
  readonly text: string;
  /** Where its middle stands. */
  readonly anchor: WorldPoint;
  /** From the anchor to the middle of the text, CSS pixels right and up the screen. */
  readonly offsetPx: readonly [right: number, up: number];
  /** World direction that it runs along, turned so that it can be read; null keeps it level on the screen. */
  readonly direction: WorldPoint | null;
  /** Where labels meet, the higher one stays. */
  readonly priority: number;
  readonly style: LabelStyle;
  /** World length of what it names: left out of the view where that is shorter than the text. 0 for no such rule. */
  readonly extent: number;
  /** Labels of one group name the same thing and stand well apart; null for a label of its own. */
  readonly group: string | null;
}
