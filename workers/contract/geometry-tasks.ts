import type { MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import type { SurfaceWindow, WindowRequest } from '#domain/formats/cog/surface-window.ts';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import type { Grid, GridFrame, GridWindow } from '#domain/geometry/grid/grid.ts';
import type { BinSet, OccupancyPyramid } from '#domain/geometry/grid/occupancy-pyramid.ts';
import type { Smoothing } from '#domain/geometry/grid/smoothing.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import type { HeightConflicts } from '#domain/geometry/plane/same-places.ts';
import type { Polygon, Position } from '#domain/geometry/position.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { Raised } from '#domain/geometry/volume/raised-above.ts';
import type { SurfaceAccuracy, VolumeUncertainty } from '#domain/geometry/volume/uncertainty.ts';
import type { SurfaceVolume } from '#domain/geometry/volume/volume.ts';
import type { BaseChoice } from '#domain/geometry/volume/volume-base.ts';
import type { LentSource } from './lent-source.ts';

/** A surface of either kind, in one coordinate system and linear unit with the surface it is compared with. */
export type Surface =
  | { readonly kind: 'tin'; readonly tin: Tin }
  | { readonly kind: 'grid'; readonly grid: Grid };

/**
 * An elevation model that was lent: its first band is decoded by the worker that uses it, and heights are multiplied to
 * the unit of the plan.
 */
export interface LentRaster {
  readonly kind: 'raster';
  readonly source: LentSource;
  /** The cells from the north of the frame. */
  readonly frame: GridFrame;
  /** True where the first row of the file is the frame's last. */
  readonly isTurned: boolean;
  readonly heightFactor: number;
  /**
   * Value of missing heights beside the declared one; null: every value is a height. Left out: a likely undeclared
   * value is refused (`raster.nodata-unclear`).
   */
  readonly nodata?: number | null;
}

export type SurfaceSource = Surface | LentRaster;

/** A surface and its position in its coordinate system. */
export interface PlacedSurface {
  readonly surface: SurfaceSource;
  /** From the coordinates of a raster's frame to those of the system; null where they are the same, as for TINs. */
  readonly toWorld: GeoTransform | null;
}

/** What a volume is measured against. A `polygon` base needs the request's polygon. */
export type VolumeBase<Other> =
  | { readonly kind: 'plane'; readonly elevation: number }
  | { readonly kind: 'polygon'; readonly choice: BaseChoice }
  | { readonly kind: 'surface'; readonly surface: Other };

/**
 * A volume to measure on the ground: lengths and areas are scaled at the middle of the measured area, heights are
 * unchanged. Everything is in the coordinates of the system.
 */
export interface VolumeRequest {
  readonly surface: PlacedSurface;
  readonly base: VolumeBase<PlacedSurface>;
  /** Limits the measured area; the whole surface when absent. Corners without an elevation get the surface's. */
  readonly polygon?: Polygon;
  /** What the uncertainty is made from; the surface's own spacing and, of a grid, its own noise when absent. */
  readonly accuracy: Partial<SurfaceAccuracy>;
  /** Mean plan spacing of the points that a raster comes from, where known. */
  readonly pointSpacing: number | null;
  /** Says how lengths are scaled; in its plane where it is null. */
  readonly system: CrsDefinition | null;
  /** Metres in a unit of height. */
  readonly metres: number;
}

/** Cells of a surface: read already, or to be read by the worker from a raster that was lent. */
export type SurfacePart =
  | { readonly window: SurfaceWindow }
  | { readonly source: LentSource; readonly request: WindowRequest };

/** A volume inside a ring, on the ground: lengths and areas are scaled at the middle of the measured area. */
export interface GroundVolumeRequest {
  readonly part: SurfacePart;
  readonly at: MeasuredPlace;
  /** xyz a corner, coordinates of the system; z is not used, corners take the surface's elevations. */
  readonly ring: readonly number[];
  readonly choice: BaseChoice;
  /** What is known of the heights. */
  readonly accuracy: Pick<Partial<SurfaceAccuracy>, 'statedSigma' | 'checkpointRmse' | 'cloudSigma'>;
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
  /** The topmost surface in each cell of a window of a frame, from points (xyz) that err in height; NaN where there is none. */
  'geometry.topSurface': {
    input: {
      points: Float64Array;
      frame: GridFrame;
      /** The cells that are wanted. */
      window: GridWindow;
      /** Metres a unit. */
      unit: { readonly horizontal: number; readonly vertical: number };
      /** Cells around a cell whose points join its plane. */
      reach: number;
    };
    output: { heights: Float64Array<ArrayBuffer> };
  };
  /**
   * Linear interpolation of a surface's points at the wanted cells of a window, on the Delaunay triangulation of those
   * given. Points at one place are one with the mean of their heights; triangles with a point of height NaN have none.
   */
  'geometry.grid': {
    input: {
      /** All points of the bins that are loaded, and any others (xyz). */
      points: Float64Array;
      /** The whole raster. */
      frame: GridFrame;
      window: GridWindow;
      /** A byte a cell of the window, 1 where a height is wanted. */
      wanted: Uint8Array;
      /** Where the surface has points, those not given included. */
      occupancy: OccupancyPyramid;
      loaded: BinSet;
    };
    output: {
      /** A height a cell of the window, NaN where there is none. */
      values: Float32Array<ArrayBuffer>;
      /** A byte a cell, 1 where points that were not given may change the height. */
      open: Uint8Array<ArrayBuffer>;
      /** Numbers of the bins with points that decide the heights of open cells. */
      met: Uint32Array<ArrayBuffer>;
    };
  };
  /**
   * Contour lines of a surface in its own coordinates, smoothed on request by refining it first. Errors of a raster:
   * geometry.grid-too-large, raster.nodata-unclear, those of `openRaster` and `Raster.readWindow`.
   */
  'geometry.contour': {
    input: { surface: SurfaceSource; choice: ContourChoice; smoothing?: Smoothing };
    output: ContourLines;
  };
  /**
   * A volume over a plane, a base or another surface; places in errors are in the coordinates of the system.
   * Errors: geometry.no-overlap, geometry.polygon-invalid, geometry.base-off-surface, geometry.too-large,
   * geometry.grid-too-large, raster.nodata-unclear, those of `openRaster` and `Raster.readWindow`.
   */
  'geometry.volume': {
    input: VolumeRequest;
    output: {
      readonly report: VolumeReport;
      readonly at: MeasuredPlace;
      /** Points of the surface, or cells with a value. */
      readonly samples: number;
    };
  };
  /** A surface as a TIN in the coordinates of its system; a raster's cell centres become points. */
  'geometry.surfaceTin': { input: PlacedSurface; output: Tin };
  /**
   * The volume of cells inside a ring, decoded and measured in one place. Places in errors are in the coordinates of
   * the system. Errors: those of `geometry.volume` and `readSurfaceWindow`.
   */
  'geometry.groundVolume': {
    input: GroundVolumeRequest;
    /** `nativeCellSize`: the raster's own cell, unit of its system. */
    output: VolumeReport & { readonly nativeCellSize: number };
  };
  /** `raisedAbove` of two models inside a ring (plan coordinates of both). Errors: those of `readSurfaceWindow`. */
  'geometry.raisedAbove': {
    input: { elevation: SurfacePart; surface: SurfacePart; ring: readonly Position[] };
    output: Raised | null;
  };
  /** The cells of a part of a surface. Errors: those of `readSurfaceWindow`. */
  'geometry.readSurface': { input: SurfacePart; output: SurfaceWindow };
}
