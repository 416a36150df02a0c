import type { CrsDeclaration } from '#domain/crs/types.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { PointLayers } from '#domain/formats/las/points.ts';
import type { Grid } from '#domain/geometry/grid/grid.ts';
import type { PlaneMap } from '#domain/geometry/map-fit/plane-map.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Rgba } from './display.ts';
import type { LabelStyle } from './label.ts';

/** Source of bytes: an address read by HTTP range, or an opened source. */
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
  /** 0 to 1; below 1 the terrain is transparent. */
  readonly opacity: number;
}

/**
 * An image from above, such as an orthomosaic: a GeoTIFF of colours or greys, streamed; preferably cloud-optimised with
 * overviews. Flat in 2D and draped over the terrain in 3D; later ones are drawn over earlier ones.
 */
export interface ImageLayer extends LayerBase {
  readonly kind: 'image';
  readonly source: SourceRef;
  /** 0 to 1. */
  readonly opacity: number;
  /** The scene's system, for images in another; null draws every image at its own coordinates. */
  readonly system: CrsDeclaration | null;
  /** From pixels to the scene, in place of the file's georeference; null or left out: as the file says. */
  readonly map?: PlaneMap | null;
  /** Drawn level at this elevation in 3D, vertical unit; null or left out: draped. */
  readonly elevation?: number | null;
}

/**
 * Map tiles of a server in web mercator (EPSG:3857), reprojected to the scene's system under everything else; in 2D
 * only.
 */
export interface BasemapLayer extends LayerBase {
  readonly kind: 'basemap';
  /** Address of tiles with `{z}`, `{x}`, `{y}`. */
  readonly template: string;
  /** Finest zoom of the server. */
  readonly maxZoom: number;
  /** 0 to 1. */
  readonly opacity: number;
  readonly system: CrsDeclaration;
}

/** A photo placed in space. */
export interface HungPhoto {
  /** Unique in its layer; picks return it. */
  readonly id: string;
  /** Address of a small JPEG, PNG or WebP, read whole. */
  readonly address: string;
  /** World xyz of the image's left top, right top, right bottom and left bottom corner, length 12, borrowed. */
  readonly corners: Float64Array;
}

/** Photos at their positions in front of their cameras, in 3D only; a number of them nearest to the eye is loaded. */
export interface PhotoLayer extends LayerBase {
  readonly kind: 'photos';
  readonly photos: readonly HungPhoto[];
}

/** Symbol of a point feature. */
export type PointSymbol = 'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'cross';

/** Unit of a pattern's lengths: CSS pixels, or horizontal units of the world. */
export type PatternUnit = 'screen' | 'world';

export type LineJoin = 'round' | 'miter' | 'bevel';
export type LineCap = 'round' | 'butt' | 'square';

/** Style of a line, besides its colour and width. */
export interface LineLook {
  /** Width in horizontal units in place of `widthPx`; null for none. */
  readonly worldWidth: number | null;
  /** Lengths of dashes and gaps alternating, at most 8; an odd number of them is repeated twice. Empty: solid. */
  readonly dash: readonly number[];
  readonly dashUnit: PatternUnit;
  readonly join: LineJoin;
  /** Longest miter, line widths; beyond it the join is a bevel. */
  readonly miterLimit: number;
  /** Cap of the ends of lines, and of dashes. */
  readonly cap: LineCap;
}

/** A solid line with round caps and joins. */
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
  /** Distance from one line to the next, above 0. On the screen it is accurate to a factor of √2. */
  readonly spacing: number;
  readonly width: number;
  readonly unit: PatternUnit;
  /** Angle of the lines in plan, from east to north. */
  readonly angleRad: number;
}

/** Style of a feature. Widths and sizes are CSS pixels unless stated otherwise. */
export interface FeatureStyle {
  readonly colour: Rgba;
  /** Line width, and the outline of polygons; 0 draws none. */
  readonly widthPx: number;
  /** Fill of polygons; opacity 0 fills nothing. */
  readonly fill: Rgba;
  /** Hatch over the fill of polygons. */
  readonly hatch?: Hatch;
  /** Default `solidLine`. */
  readonly line?: LineLook;
  /** Black or white edge around lines and symbols, whole CSS pixels, at most 15. Default: none, and a thin one of symbols. */
  readonly edgePx?: number;
  readonly symbol: PointSymbol;
  /** Diameter of point symbols. */
  readonly sizePx: number;
  /** Draped over the terrain instead of drawn at its own elevations. */
  readonly isDraped: boolean;
  /** Visible through whatever is in front of it, paler there. */
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

/** Label of a feature: over a point and a line, inside a polygon. */
export interface FeatureLabel {
  readonly text: string;
  /** Default `featureLabelStyle`. */
  readonly style?: LabelStyle;
  /** Where labels overlap, the higher one is kept. Default 0. */
  readonly priority?: number;
  /** Repeated along a line rather than once over its middle. */
  readonly isRepeated?: boolean;
}

/**
 * One drawn feature. `positions` is xyz per vertex, length 3n, world coordinates, borrowed until replaced. A polygon's
 * ring is closed implicitly: do not repeat the first vertex. A NaN elevation means "on the terrain" at that vertex (0
 * where there is none).
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

/** Drawn features; change them with `setFeatures` and `removeFeatures`. Later layers are drawn over earlier ones. */
export interface VectorLayer extends LayerBase {
  readonly kind: 'vector';
  readonly features: readonly VectorFeature[];
  /** False excludes these features from `pick`. */
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
  /** Its formatted elevation, written along it; default: no label. */
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

/** Properties of a layer that can change; any other change requires a new layer. */
export interface LayerPatch {
  readonly isVisible?: boolean;
  /** Terrain, images and basemaps only. */
  readonly opacity?: number;
  /** Vectors only. */
  readonly isPickable?: boolean;
}
