import type { PaneView } from '#viewport/viewport-types.ts';

/** A place of the view, CSS pixels from its left and top edge. */
export interface ScreenPlace {
  readonly x: number;
  readonly y: number;
  /** The view in which the person saw the place; default: the present one. Commands are queued, the view goes on. */
  readonly view?: PaneView;
  /** True while the person holds snapping off. */
  readonly isFree?: boolean;
}
