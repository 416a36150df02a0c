import type { CrsDefinition } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { HeightConflicts } from '#domain/geometry/plane/same-places.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import type { LentRaster, PlacedSurface, Surface } from '#workers/contract/geometry-tasks.ts';

/** An elevation model on disk or at an address, whose cells the tasks read. */
export interface StoredRaster extends Omit<LentRaster, 'source'> {
  readonly path: string;
}

/** A surface of a file, ready to be lent to the geometry tasks. */
export interface LoadedSurface extends Pick<PlacedSurface, 'toWorld'> {
  readonly surface: Surface | StoredRaster;
  readonly file: string;
  readonly format: 'LandXML' | 'GeoTIFF' | 'LAS';
  /** Name of the surface within the file, where it has one. */
  readonly name: string | null;
  /** Unit of all three coordinates; null where the file does not state one. */
  readonly unit: LinearUnit | null;
  /** Its coordinate system, as far as known. */
  readonly system: CrsDefinition | null;
  readonly epsg: number | null;
  readonly crsName: string | null;
  /** Mean plan spacing of the points that a raster comes from, unit of the coordinates; null where unknown. */
  readonly pointSpacing: number | null;
  readonly warnings: readonly ErrorRecord[];
  /** Plan positions with several heights, of surfaces made of points. */
  readonly conflicts: HeightConflicts;
}

/** Which part of a file is the surface, and its units where the file states none. */
export interface SurfaceChoice {
  /** A LandXML surface's name; the first when left out. */
  readonly surfaceName?: string;
  /**
   * Value of a raster's missing heights beside the declared one; null: every value is a height. Left out: a likely
   * undeclared value is refused.
   */
  readonly nodata?: number | null;
  /** Reads the points that are there of a truncated cloud. */
  readonly acceptTruncated: boolean;
  /** The value of `--crs`. */
  readonly crs?: string;
  /** `trim` cuts off what is outside the outline of the survey from a surface of points; `convex` keeps it. */
  readonly hull: 'trim' | 'convex';
  /**
   * Widest gap open to the outside that is no edge of the survey, unit of the coordinates; derived from the spacing
   * where left out.
   */
  readonly maxGap?: number;
}
