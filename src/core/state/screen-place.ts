import type { Sight } from '#domain/view/viewing.ts';

/** A place of the picture, CSS pixels from its left and top edge. */
export interface ScreenPlace {
  readonly x: number;
  readonly y: number;
  /** The sight in which the person saw the place; the present one when left out. Commands wait their turn, the sight does not. */
  readonly sight?: Sight;
  /** True while the person holds snapping off. */
  readonly isFree?: boolean;
}
