import type { Grid, Rect } from '#domain/geometry/grid.ts';

/** Elevations of a rectangle, in the horizontal unit of the project in all three directions. */
export interface SurfaceWindow {
  readonly grid: Grid;
  /** The raster's own cell; above it, `grid` was thinned. Horizontal unit. */
  readonly nativeCellSize: number;
}

/** The elevation model that measurements are made on. */
export interface SurfaceAccess {
  /** Words for where elevations come from, such as a file's name. */
  readonly name: string;
  /**
   * Reads the cells that touch a rectangle, one more on each side; the grid is the caller's. A rectangle of more than
   * `limit` cells is read from coarser levels where there are any.
   * @throws editor.area-too-large
   */
  readWindow(rect: Rect, limit: number, signal: AbortSignal): Promise<SurfaceWindow>;
}
