import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import type { Grid } from '#domain/geometry/grid/grid.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from './display.ts';
import type { LabelStyle } from './label.ts';

/** Where bytes come from: an address read by HTTP range, or an opened source. */
export type SourceRef = string | ByteSource;

interface LayerBase {
  /** Unique in the viewport, chosen by the caller. */
  readonly id: string;
  readonly isVisible: boolean;
}

/** A COPC file, streamed. */
export interface CopcLayer extends LayerBase {
  readonly kind: 'copc';
  readonly source: SourceRef;
}

/** Points held in memory, drawn whole. `points.xyz` is required; the arrays are borrowed. */
export interface PointsLayer extends LayerBase {
  readonly kind: 'points';
  readonly points: PointLayers;
  /** coordinate = integer × scale + offset. */
  readonly scale: WorldPoint;
  readonly offset: WorldPoint;
}

/** An elevation raster: a cloud-optimised GeoTIFF, streamed, or a grid in memory (borrowed). */
export interface TerrainLayer extends LayerBase {
  readonly kind: 'terrain';
  readonly source: SourceRef | Grid;
  /** 0 to 1; below 1 the terrain is drawn see-through. */
  readonly opacity: number;
}

/**
 * An image from above, such as an orthomosaic: a GeoTIFF of colours or greys, streamed; best a cloud-optimised one with
 * overviews. Lies flat in 2D and over the terrain in 3D; later ones lie over earlier ones.
 */
export interface ImageLayer extends LayerBase {
  readonly kind: 'image';
  readonly source: SourceRef;
  /** 0 to 1. */
  readonly opacity: number;
  /** The scene's system, for images in another; null draws every image at its own coordinates. */
  readonly system: CrsDeclaration | null;
}

/**
 * Map tiles of a server in web mercator (EPSG:3857), laid out in the scene's system under everything else; in 2D only.
 */
export interface BasemapLayer extends LayerBase {
  readonly kind: 'basemap';
  /** Address of tiles with `{z}`, `{x}`, `{y}`. */
  readonly template: string;
  /** Finest zoom that the server has. */
  readonly maxZoom: number;
  /** 0 to 1. */
  readonly opacity: number;
  readonly system: CrsDeclaration;
}

/** A photo hung in space. */
export interface HungPhoto {
  /** Unique in its layer; picks return it. */
  readonly id: string;
  /** Address of a small JPEG, PNG or WebP, read whole. */
  readonly address: string;
  /** World xyz of the image's left top, right top, right bottom and left bottom corner, length 12, borrowed. */
  readonly corners: Float64Array;
}

/** Photos where they would lie before their cameras, in 3D only; a number of them nearest to the eye is loaded. */
export interface PhotoLayer extends LayerBase {
  readonly kind: 'photos';
  readonly photos: readonly HungPhoto[];
}

/** Symbol of a point feature. */
export type PointSymbol = 'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'cross';

/** What lengths of a pattern count in: CSS pixels, or horizontal units of the world. */
export type PatternUnit = 'screen' | 'world';

export type LineJoin = 'round' | 'miter' | 'bevel';
export type LineCap = 'round' | 'butt' | 'square';

/** How a line is drawn, beside its colour and width. */
export interface LineLook {
  /** Width in horizontal units in place of `widthPx`; null for none. */
  readonly worldWidth: number | null;
  /** Lengths drawn and left out in turn, 8 at most; an odd number of them is taken twice. Empty: solid. */
  readonly dash: readonly number[];
  readonly dashUnit: PatternUnit;
  readonly join: LineJoin;
  /** Longest miter, line widths; beyond it the join is a bevel. */
  readonly miterLimit: number;
  /** Of the ends of lines, and of dashes. */
  readonly cap: LineCap;
}

/** A solid line with everything round. */
export const solidLine: LineLook = {
  worldWidth: null,
  dash: [],
  dashUnit: 'screen',
  join: 'round',
  miterLimit: 4,
  cap: 'round',
};

/** Parallel lines over a polygon, in its line colour. */
export interface Hatch {
  /** From one line to the next, above 0. On the screen it is kept to within the root of two. */
  readonly spacing: number;
  readonly width: number;
  readonly unit: PatternUnit;
  /** Of the lines in plan, from east to north. */
  readonly angleRad: number;
}

/** How a feature is drawn. Widths and sizes are CSS pixels where nothing else is said. */
export interface FeatureStyle {
  readonly colour: Rgba;
  /** Line width, and the outline of polygons; 0 draws none. */
  readonly widthPx: number;
  /** Fill of polygons; opacity 0 fills nothing. */
  readonly fill: Rgba;
  /** Over the fill of polygons. */
  readonly hatch?: Hatch;
  /** Default `solidLine`. */
  readonly line?: LineLook;
  /** Black or white edge round lines and symbols, whole CSS pixels, 15 at most. Left out: none, and a thin one of symbols. */
  readonly edgePx?: number;
  readonly symbol: PointSymbol;
  /** Diameter of point symbols. */
  readonly sizePx: number;
  /** Lies on the terrain instead of at its own elevations. */
  readonly isDraped: boolean;
  /** Drawn through whatever is in front of it, paler there. */
  readonly isSeenThrough: boolean;
}

/** Style to start from. */
export const defaultFeatureStyle: FeatureStyle = {
  colour: [1, 0.78, 0.2, 1],
  widthPx: 2,
  fill: [1, 0.78, 0.2, 0.15],
  symbol: 'disc',
  sizePx: 8,
  isDraped: false,
  isSeenThrough: true,
};

/** What is written at a feature: over a point and a line, inside a polygon. */
export interface FeatureLabel {
  readonly text: string;
  /** Default `featureLabelStyle`. */
  readonly style?: LabelStyle;
  /** Where labels meet, the higher one stays. Default 0. */
  readonly priority?: number;
  /** On a line again and again rather than once over its middle. */
  readonly isRepeated?: boolean;
}

/**
 * One drawn feature. `positions` is xyz per vertex, length 3n, world coordinates, borrowed until replaced.
 * A polygon's ring is closed by itself: do not repeat the first vertex. A NaN elevation means "on the
 * terrain" at that vertex (0 where there is none).
 */
export interface VectorFeature {
  /** Unique in its layer. */
  readonly id: string;
  readonly kind: 'point' | 'polyline' | 'polygon';
  readonly positions: Float64Array;
  /** Inner rings of a polygon, same form as `positions`. */
  readonly holes?: readonly Float64Array[];
  readonly style: FeatureStyle;
  readonly label?: FeatureLabel;
}

/** Drawn features; change them with `setFeatures` and `removeFeatures`. Later layers lie over earlier ones. */
export interface VectorLayer extends LayerBase {
  readonly kind: 'vector';
  readonly features: readonly VectorFeature[];
  /** False keeps `pick` from answering with these features. */
  readonly isPickable: boolean;
}

/** A triangulated surface; arrays borrowed. */
export interface TinLayer extends LayerBase {
  readonly kind: 'tin';
  readonly tin: Tin;
  /** Colour of the edges; opacity 0 draws none. */
  readonly edge: Rgba;
  /** Fill, lit like terrain; opacity 0 draws none. */
  readonly fill: Rgba;
}

/** One contour line. `positions` is xy per vertex, length 2n, world coordinates, borrowed. */
export interface ContourLine {
  readonly elevation: number;
  readonly positions: Float64Array;
  /** Index contours are drawn stronger. */
  readonly isMajor: boolean;
  /** Its elevation in words, written along it; left out: nothing. */
  readonly text?: string;
}

/** Contour lines, each at its elevation. */
export interface ContourLayer extends LayerBase {
  readonly kind: 'contours';
  readonly lines: readonly ContourLine[];
  readonly colour: Rgba;
  readonly widthPx: number;
}

export type SceneLayer =
  | CopcLayer
  | PointsLayer
  | TerrainLayer
  | ImageLayer
  | PhotoLayer
  | BasemapLayer
  | VectorLayer
  | TinLayer
  | ContourLayer;
export type SceneLayerKind = SceneLayer['kind'];

/** What may change in a layer that is in the scene; anything else is a new layer. */
export interface LayerPatch {
  readonly isVisible?: boolean;
  /** Terrain, images and basemaps only. */
  readonly opacity?: number;
  /** Vectors only. */
  readonly isPickable?: boolean;
}
