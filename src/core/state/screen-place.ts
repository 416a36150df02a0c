import type { PaneView } from '#viewport/viewport-types.ts';

/** A place of the view, CSS pixels from its left and top edge. */
export interface ScreenPlace {
  readonly x: number;
  readonly y: number;
  /**
   * The view in which the user saw the place; default: the present one. The view may move while commands are queued.
   */
  readonly view?: PaneView;
  /** True while the user suppresses snapping. */
  readonly isFree?: boolean;
}
