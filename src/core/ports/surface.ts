import type { Grid, Rect } from '#domain/geometry/grid.ts';

/** Elevations of a rectangle, in the horizontal unit of the project in all three directions. */
export interface SurfaceWindow {
  readonly grid: Grid;
  /** The raster's own cell; above it, `grid` was thinned. Horizontal unit. */
  readonly nativeCellSize: number;
  /** Mean plan spacing of the points that the raster comes from, horizontal unit; null where it does not tell. */
  readonly pointSpacing: number | null;
}

/** How good a project's heights are, and how that is known. */
export interface KnownAccuracy {
  /** `checkpoints`: their RMSE; `cloud`: the median over the points of the dense cloud. */
  readonly source: 'checkpoints' | 'cloud';
  /** One standard deviation, horizontal unit of the project. */
  readonly sigma: number;
  /** Checkpoints with a height; 0 for a cloud. */
  readonly count: number;
}

/** The elevation model that measurements are made on. */
export interface SurfaceAccess {
  /** Words for where elevations come from, such as a file's name. */
  readonly name: string;
  /** What the project's report says of its heights; null where it says nothing. */
  readAccuracy(signal: AbortSignal): Promise<KnownAccuracy | null>;
  /**
   * Reads the cells that touch a rectangle, one more on each side; the grid is the caller's. A rectangle of more than
   * `limit` cells is read from coarser levels where there are any.
   * @throws editor.area-too-large
   */
  readWindow(rect: Rect, limit: number, signal: AbortSignal): Promise<SurfaceWindow>;
}
