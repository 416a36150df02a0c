import type { ContourLines } from '#domain/geometry/contour-lines.ts';
import type { Grid, GridFrame } from '#domain/geometry/grid.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { HeightConflicts } from '#domain/geometry/same-places.ts';
import type { Smoothing } from '#domain/geometry/smoothing.ts';
import type { Tin } from '#domain/geometry/tin.ts';
import type { SurfaceAccuracy, VolumeUncertainty } from '#domain/geometry/uncertainty.ts';
import type { SurfaceVolume } from '#domain/geometry/volume.ts';
import type { BaseChoice } from '#domain/geometry/volume-base.ts';

/** A surface of either kind, in one coordinate system and linear unit with whatever it is compared to. */
export type Surface =
  | { readonly kind: 'tin'; readonly tin: Tin }
  | { readonly kind: 'grid'; readonly grid: Grid };

/** What a volume is measured against. A `polygon` base needs the request's polygon. */
export type VolumeBase =
  | { readonly kind: 'plane'; readonly elevation: number }
  | { readonly kind: 'polygon'; readonly choice: BaseChoice }
  | { readonly kind: 'surface'; readonly surface: Surface };

/** A volume to measure. Corners of the polygon without an elevation get the surface's. */
export interface VolumeRequest {
  readonly surface: Surface;
  readonly base: VolumeBase;
  /** Limits the measured area; the whole surface when absent. */
  readonly polygon?: Polygon;
  /** What the uncertainty is made from; the surface's own spacing and, of a grid, its own noise when absent. */
  readonly accuracy?: Partial<SurfaceAccuracy>;
}

/** cut: volume of the surface above the base; fill: below; net = cut − fill. */
export interface VolumeReport extends SurfaceVolume {
  readonly uncertainty: VolumeUncertainty;
  /** Plan area of the polygon or other surface where this surface has no value; 0 without either. */
  readonly missingArea: number;
}

/** Which levels contours are traced at. */
export type ContourChoice =
  | { readonly interval: number; readonly base?: number; readonly levels?: undefined }
  | { readonly levels: Float64Array };

/** Tasks of the geometry kernels: triangulation, gridding, contours, volumes. Inputs are copied, outputs owned by the caller. */
export interface GeometryTasks {
  /**
   * The Delaunay TIN of points (xyz), in spatial order; `order` holds the input index of each of its points.
   * Breaklines, as input indices along each line, become edges of it. Points at the same place in plan are one with the
   * mean of their heights; those whose heights differ are `conflicts`.
   */
  'geometry.buildTin': {
    input: { points: Float64Array; breaklines?: readonly Uint32Array[] };
    output: Required<Tin> & { order: Uint32Array<ArrayBuffer>; conflicts: HeightConflicts };
  };
  /** The topmost surface in each cell of a frame, from points (xyz) that err in height; NaN where there is none. */
  'geometry.topSurface': {
    input: {
      points: Float64Array;
      frame: GridFrame;
      /** Metres a unit. */
      unit: { readonly horizontal: number; readonly vertical: number };
    };
    output: { heights: Float64Array<ArrayBuffer> };
  };
  /** Linear interpolation of points (triangulated first) or of a TIN at cell centres. */
  'geometry.grid': {
    input: {
      surface: { points: Float64Array } | { tin: Tin };
      frame: GridFrame;
      /** Triangles with a longer plan edge are left out. */
      maxEdge?: number;
      /** Outer edges longer than this are taken away until none is left: gaps are filled only inside. */
      hullEdge?: number;
    };
    output: Grid;
  };
  /** Contour lines of a surface, smoothed on request by refining it first. */
  'geometry.contour': {
    input: { surface: Surface; choice: ContourChoice; smoothing?: Smoothing };
    output: ContourLines;
  };
  'geometry.volume': { input: VolumeRequest; output: VolumeReport };
}
