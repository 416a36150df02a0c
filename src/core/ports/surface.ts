import type { SurfaceWindow } from '#domain/formats/cog/surface-window.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import type { SurfacePart } from '#workers/contract/geometry-tasks.ts';

/** Accuracy of a project's heights, and its source. */
export interface KnownAccuracy {
  /** `checkpoints`: their RMSE; `cloud`: the median over the points of the dense cloud. */
  readonly source: 'checkpoints' | 'cloud';
  /** One standard deviation, horizontal unit of the project. */
  readonly sigma: number;
  /** Checkpoints with a height; 0 for a cloud. */
  readonly count: number;
}

/** A part of a surface on its way to a worker. */
export interface LentPart {
  readonly part: SurfacePart;
  /** Transferred with the part. */
  readonly transfer: Transferable[];
  /** To be called when the worker is done with it. */
  end(): void;
}

/** The elevation model that measurements are made on. */
export interface SurfaceAccess {
  /** Label of the elevation source, such as a file's name. */
  readonly name: string;
  /** Height accuracy from the project's report; null where it states none. */
  readAccuracy(signal: AbortSignal): Promise<KnownAccuracy | null>;
  /**
   * Reads the cells that touch a rectangle, one more on each side; the caller owns the grid. A rectangle of more than
   * `limit` cells is read from coarser levels where there are any.
   * @throws editor.area-too-large
   */
  readWindow(rect: Rect, limit: number, signal: AbortSignal): Promise<SurfaceWindow>;
  /** The same for a worker to read, so that no cells pass through this thread. */
  lend(rect: Rect, limit: number, signal: AbortSignal): Promise<LentPart>;
}
