import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from './display.ts';

/** Style of a label. */
export interface LabelStyle {
  /** Null takes the theme's text colour. */
  readonly colour: Rgba | null;
  /** Colour of its halo; null takes the theme's background. */
  readonly halo: Rgba | null;
  /** Height of the font, CSS pixels. */
  readonly sizePx: number;
}

/** Default style of labels; those of map lines, such as contours, are smaller. */
export const featureLabelStyle: LabelStyle = { colour: null, halo: null, sizePx: 12.5 };
export const lineLabelStyle: LabelStyle = { colour: null, halo: null, sizePx: 11 };

/** A text at a place of the world. */
export interface SceneLabel {
  /** Unique in the view: identifies a label from frame to frame. */
  readonly id: string;
  /** One line; empty labels are not drawn. */
  readonly text: string;
  /** Position of its middle. */
  readonly anchor: WorldPoint;
  /** From the anchor to the middle of the text, CSS pixels right and up the screen. */
  readonly offsetPx: readonly [right: number, up: number];
  /** World direction of the text, flipped to be readable; null keeps it level on the screen. */
  readonly direction: WorldPoint | null;
  /** Where labels overlap, the higher one is kept. */
  readonly priority: number;
  readonly style: LabelStyle;
  /**
   * World length of the labelled object: the label is left out where that is shorter than the text. 0 disables the
   * rule.
   */
  readonly extent: number;
  /** Labels of one group name the same object and are spaced apart; null for none. */
  readonly group: string | null;
}
