import type { LinearUnit } from '../units/units.ts';

/** A layer of an export: its name and colour (`#rrggbb`). */
export interface ExportLayer {
  readonly name: string;
  readonly colour: string;
  /** Left out: solid. */
  readonly lineType?: LineType;
}

/** How lines of a layer are broken. */
export const lineTypes = ['solid', 'dashed', 'dotted', 'dash-dot'] as const;
export type LineType = (typeof lineTypes)[number];

export type ExportValue = string | number | boolean | null;

/** A point, line or area to be written to an exchange format. */
export interface ExportFeature {
  readonly kind: 'point' | 'polyline' | 'polygon';
  /**
   * Float64Array, xyz per vertex, length 3n, project CRS (x east, y north). z is NaN at every vertex of a feature
   * without heights. A ring does not repeat its first vertex.
   */
  readonly coordinates: Float64Array;
  /** Polygons with holes: index of the first vertex of each hole, rising. */
  readonly holeStarts?: readonly number[];
  /** Polylines: whether the last vertex joins the first. */
  readonly closed?: boolean;
  /** Name of a layer of the drawing. */
  readonly layer: string;
  /** Point number or feature name. */
  readonly name?: string;
  /** Survey code. */
  readonly code?: string;
  readonly properties?: Readonly<Record<string, ExportValue>>;
}

/** A triangulated surface to be written: arrays of `Tin`, borrowed. */
export interface ExportSurface {
  readonly name: string;
  readonly layer: string;
  /** Float64Array, xyz per point, length 3n. */
  readonly points: Float64Array;
  /** Uint32Array, three point indices a triangle, counter-clockwise seen from above. */
  readonly triangles: Uint32Array;
}

/** A text of a drawing, middle centred on its place. Formats without texts leave it out. */
export interface ExportText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Of capital letters, drawing units. */
  readonly height: number;
  /** Degrees from east, counter-clockwise. */
  readonly angle: number;
  /** Name of a layer of the drawing. */
  readonly layer: string;
}

/** Everything that one export writes. Contours are polylines of one height. */
export interface ExportDrawing {
  readonly layers: readonly ExportLayer[];
  readonly features: readonly ExportFeature[];
  readonly surfaces?: readonly ExportSurface[];
  readonly texts?: readonly ExportText[];
  /** Unit of all three coordinates; null when unknown. */
  readonly unit: LinearUnit | null;
}
