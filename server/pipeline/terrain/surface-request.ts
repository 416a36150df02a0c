import type { CrsDefinition } from '#domain/crs/types.ts';
import type { GridFrame, Rect } from '#domain/geometry/grid/grid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import type { MetresPerUnit } from '../units.ts';
import type { MeasuredOutline } from './outline.ts';
import type { SurfaceLimits } from './surface-points.ts';

/** A raster of heights to make from the points of a spool. */
export interface SurfaceRequest {
  readonly spool: Spool;
  readonly points: ColumnPoints;
  readonly bounds: Rect;
  readonly frame: GridFrame;
  /** The survey's outline; called once per raster. */
  outline(): Promise<MeasuredOutline>;
  /** True: gaps are filled smoothly, and triangles have a maximum edge in cells. */
  readonly fillsGaps: boolean;
  /** Mean plan spacing of the points, horizontal unit. */
  readonly spacing: number;
  readonly definition: CrsDefinition | null;
  readonly unit: MetresPerUnit;
  readonly verticalUnitName: string | null;
  readonly pool: TaskPool;
  readonly limits: SurfaceLimits;
  readonly signal?: AbortSignal | undefined;
  report(fraction: number): void;
}
