import type { CrsDefinition } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { HeightConflicts } from '#domain/geometry/plane/same-places.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import type { PlacedSurface } from './placed-surface.ts';

/** A surface read from a file, ready for the geometry tasks. */
export interface LoadedSurface extends PlacedSurface {
  readonly file: string;
  readonly format: 'LandXML' | 'GeoTIFF' | 'LAS';
  /** Name of the surface within the file, where it has one. */
  readonly name: string | null;
  /** Unit of all three coordinates; null where the file does not state one. */
  readonly unit: LinearUnit | null;
  /** Its coordinate system as far as it is known. */
  readonly system: CrsDefinition | null;
  readonly epsg: number | null;
  readonly crsName: string | null;
  /** Mean plan spacing of the points that a raster comes from, unit of the coordinates; null where it does not tell. */
  readonly pointSpacing: number | null;
  /** Points, or cells with a value. */
  readonly sampleCount: number;
  readonly warnings: readonly ErrorRecord[];
  /** Places given with several heights, of surfaces made of points. */
  readonly conflicts: HeightConflicts;
}

/** Which part of a file is the surface, and what it is measured in when the file is silent. */
export interface SurfaceChoice {
  /** A LandXML surface's name; the first when left out. */
  readonly surfaceName?: string;
  /** Value of a raster's missing heights beside the declared one; null: every value is a height. Left out, a customary one is asked about. */
  readonly nodata?: number | null;
  /** Take the points that are there of a cloud that is cut short. */
  readonly acceptTruncated: boolean;
  /** The text behind `--crs`. */
  readonly crs?: string;
  /** `trim`: what lies outside the outline of the survey is cut off a surface of points; `convex`: it stays. */
  readonly hull: 'trim' | 'convex';
  /** Widest gap open to the outside that is no edge of the survey, unit of the coordinates; told by the spacing where left out. */
  readonly maxGap?: number;
}
