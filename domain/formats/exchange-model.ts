import type { ErrorRecord } from '../errors/app-error.ts';
import type { SymbolDefinition } from '../symbols/symbol.ts';
import type { LinearUnit } from '../units/units.ts';

/** How lines are broken. */
export const lineTypes = ['solid', 'dashed', 'dotted', 'dash-dot'] as const;
export type LineType = (typeof lineTypes)[number];

/** Look of a layer, or of a feature where it differs from its layer's. */
export interface ExchangeStyle {
  /** `#rrggbb`. */
  readonly colour?: string;
  /** Left out: solid, or the layer's. */
  readonly lineType?: LineType;
  /** Millimetres on paper. Left out: the program's default, or the layer's. */
  readonly lineWeight?: number;
  /** 0 opaque to 1 not seen. Left out: opaque, or the layer's. */
  readonly transparency?: number;
}

/** A layer of an exchanged drawing. */
export interface ExchangeLayer extends ExchangeStyle {
  readonly name: string;
  readonly colour: string;
  readonly description?: string;
  /** Left out: visible. */
  readonly isVisible?: boolean;
  /** Left out: not locked. */
  readonly isLocked?: boolean;
}

export type ExchangeValue = string | number | boolean | null;

/** The symbol at a point. */
export interface ExchangeSymbol {
  /** Name of a symbol of the drawing. */
  readonly name: string;
  /** Radians from east, counter-clockwise. */
  readonly rotation: number;
  /** Drawing units that one unit of the definition takes. */
  readonly scale: number;
}

/** A point, line or area of an exchange format, read or to be written. */
export interface ExchangeFeature {
  readonly kind: 'point' | 'multipoint' | 'polyline' | 'polygon';
  /**
   * Float64Array, xyz per vertex, length 3n, drawing CRS (x east, y north). z is NaN at every vertex of a feature
   * without heights. A ring does not repeat its first vertex.
   */
  readonly coordinates: Float64Array;
  /** Lines and polygons of several parts: index of the first vertex of each part but the first, rising. */
  readonly partStarts?: readonly number[];
  /** Polygons with holes: index of the first vertex of each hole, rising; a hole belongs to the part before it. */
  readonly holeStarts?: readonly number[];
  /**
   * Arcs, a number per vertex, length n: tangent of a quarter of the angle of the arc from the vertex to the next of its
   * part (the last to the first where closed), positive counter-clockwise in plan, 0 for a straight segment (as in DXF).
   */
  readonly bulges?: Float64Array;
  /** Polylines: whether the last vertex joins the first. */
  readonly closed?: boolean;
  /** Name of a layer of the drawing. */
  readonly layer: string;
  /** Point number or feature name. */
  readonly name?: string;
  /** Survey code. */
  readonly code?: string;
  readonly style?: ExchangeStyle;
  readonly symbol?: ExchangeSymbol;
  readonly properties?: Readonly<Record<string, ExchangeValue>>;
  /** Number of the record of the file that it was read from, from 0; features of one record share it. */
  readonly record?: number;
}

/** A triangulated surface: arrays of `Tin`, borrowed. */
export interface ExchangeSurface {
  readonly name: string;
  readonly layer: string;
  /** Float64Array, xyz per point, length 3n. */
  readonly points: Float64Array;
  /** Uint32Array, three point indices a triangle, counter-clockwise seen from above. */
  readonly triangles: Uint32Array;
}

/** A text of a drawing. Formats without texts leave it out. */
export interface ExchangeText {
  /** Lines are separated by a line feed. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Of capital letters, drawing units. */
  readonly height: number;
  /** Degrees from east, counter-clockwise. */
  readonly angle: number;
  /** Which part of the text stands on its place. Left out: the middle of its centre. */
  readonly anchor?: TextAnchor;
  /** Name of a layer of the drawing. */
  readonly layer: string;
  readonly style?: ExchangeStyle;
  readonly record?: number;
}

/** Horizontal and vertical place of a text's anchor. */
export interface TextAnchor {
  readonly horizontal: 'left' | 'centre' | 'right';
  readonly vertical: 'baseline' | 'bottom' | 'middle' | 'top';
}

/** Everything that one file of an exchange format holds. Contours are polylines of one height. */
export interface ExchangeDrawing {
  readonly layers: readonly ExchangeLayer[];
  readonly features: readonly ExchangeFeature[];
  readonly surfaces?: readonly ExchangeSurface[];
  readonly texts?: readonly ExchangeText[];
  /** Definitions of the symbols that features name. */
  readonly symbols?: readonly SymbolDefinition[];
  /** Unit of all three coordinates; null when unknown. */
  readonly unit: LinearUnit | null;
}

/** What a file says of its coordinate system. */
export type DeclaredSystem =
  /** WGS 84, degrees: x longitude, y latitude; heights in metres. */
  | { readonly kind: 'wgs84' }
  | { readonly kind: 'epsg'; readonly epsg: number }
  | { readonly kind: 'wkt'; readonly wkt: string }
  /** A name that is neither code nor WKT. */
  | { readonly kind: 'name'; readonly name: string }
  /** Nothing: it has to be asked for. */
  | { readonly kind: 'none' };

/** A drawing as a file has it. */
export interface ReadDrawing extends ExchangeDrawing {
  readonly system: DeclaredSystem;
  /** What was skipped, simplified or assumed, with counts. */
  readonly notes: readonly ErrorRecord[];
}
