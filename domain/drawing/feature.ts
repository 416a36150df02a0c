import type { LineType } from '../formats/exchange-model.ts';

/** Geometry of a feature. */
export const featureKinds = [
  'point',
  'multipoint',
  'polyline',
  'polygon',
  'annotation',
  'grid',
  'tin',
] as const;

export type FeatureKind = (typeof featureKinds)[number];

/** Fewest vertices of each kind; a polygon with an arc needs two. */
export const minVertices: Readonly<Record<FeatureKind, number>> = {
  point: 1,
  multipoint: 1,
  polyline: 2,
  polygon: 3,
  annotation: 1,
  grid: 4,
  tin: 3,
};

/** Fewest vertices of a ring or line of a feature with these arcs. */
export function fewestVertices(kind: FeatureKind, bulges: readonly number[] = []): number {
  const isRound = kind === 'polygon' && bulges.some((bulge) => bulge !== 0);
  return minVertices[kind] - (isRound ? 1 : 0);
}

/**
 * Purposes of shapes that change products. `crop-bounds`: products are cut to it; `ortho-crop`: orthoimages alone;
 * `flatten`: terrain inside it takes the surface of its vertices.
 */
export const productPurposes = ['crop-bounds', 'flatten', 'ortho-crop'] as const;

export type ProductPurpose = (typeof productPurposes)[number];

/**
 * What a feature is for, beside being drawn. `hole`: left out of a surface; `hard-breakline`, `soft-breakline`: an edge
 * of a surface, kept sharp or smoothed; `contour`: a line of one elevation; `work-order-area`: the extent of a work
 * order; `grid-points`: points that were sampled on a grid; `grid-exclusion`: an area without such points;
 * `triangulation`: a TIN that was made of features.
 */
export const featurePurposes = [
  ...productPurposes,
  'hole',
  'hard-breakline',
  'soft-breakline',
  'contour',
  'work-order-area',
  'grid-points',
  'grid-exclusion',
  'triangulation',
] as const;

export type FeaturePurpose = (typeof featurePurposes)[number];

/** The kind that a feature of each purpose has. */
export const purposeKinds: Readonly<Record<FeaturePurpose, FeatureKind>> = {
  'crop-bounds': 'polygon',
  flatten: 'polygon',
  'ortho-crop': 'polygon',
  hole: 'polygon',
  'hard-breakline': 'polyline',
  'soft-breakline': 'polyline',
  contour: 'polyline',
  'work-order-area': 'polygon',
  'grid-points': 'multipoint',
  'grid-exclusion': 'polygon',
  triangulation: 'tin',
};

/** What features of a kind can be for. */
export function purposesOf(kind: FeatureKind): readonly FeaturePurpose[] {
  return featurePurposes.filter((purpose) => purposeKinds[purpose] === kind);
}

/** Whether shapes of a purpose change products. */
export function isProductPurpose(purpose: FeaturePurpose | undefined): purpose is ProductPurpose {
  return productPurposes.some((known) => known === purpose);
}

/** Look of a feature where it differs from its layer's. */
export interface FeatureLook {
  /** `#rrggbb`. */
  readonly colour?: string;
  readonly lineType?: LineType;
  /** Millimetres on paper. */
  readonly lineWeight?: number;
  /** 0 opaque to 1 not seen. */
  readonly transparency?: number;
  /** Name of a symbol of the library; points only. */
  readonly symbol?: string;
  /** Height of the symbol. */
  readonly symbolSize?: DrawnSize;
  /** Radians from east, counter-clockwise. */
  readonly symbolRotation?: number;
}

/** A size on the ground in the horizontal unit, or on paper in millimetres. */
export interface DrawnSize {
  readonly value: number;
  readonly on: 'ground' | 'paper';
}

export type AttributeValue = string | number | boolean | null;

/**
 * Where the elevations of a feature come from. Left out: its own. `draped`: those of a named surface, along the whole
 * line; `clamped`: those of a named surface at its vertices; `none`: it has none.
 */
export type ElevationMode =
  | { readonly mode: 'draped' | 'clamped'; readonly surface: string }
  | { readonly mode: 'none' };

/** A text, a leader (vertices: from the arrow to the text) or a dimension (from, to, place of its line). */
export interface Annotation {
  readonly form: AnnotationForm;
  /** Lines are separated by a line feed; of a dimension, empty shows the measured length. */
  readonly text: string;
  /** Height of capital letters. */
  readonly size: DrawnSize;
  /** Radians from east, counter-clockwise. */
  readonly rotation: number;
}

export const annotationForms = ['text', 'leader', 'dimension'] as const;
export type AnnotationForm = (typeof annotationForms)[number];

/** Vertices of each form: at least, at most. */
export const annotationVertices: Readonly<Record<AnnotationForm, readonly [min: number, max: number]>> = {
  text: [1, 1],
  leader: [2, Infinity],
  dimension: [3, 3],
};

/** A drawn feature. Records are never changed in place: an edit replaces the record. */
export interface DrawingFeature {
  readonly id: string;
  readonly kind: FeatureKind;
  /** Left out: it is drawn and nothing more. */
  readonly purpose?: FeaturePurpose;
  readonly layerId: string;
  /** Survey code; may be empty. */
  readonly code: string;
  /** Point number or name; may be empty. */
  readonly name: string;
  /**
   * xyz per vertex, length 3n, project CRS (x, y in its horizontal unit, z in its vertical unit). z is NaN where the
   * place has no elevation. A ring does not repeat its first vertex. A grid's vertices go row by row.
   */
  readonly coordinates: readonly number[];
  /** Polylines: whether the last vertex joins the first. */
  readonly isClosed?: true;
  /**
   * Polylines and polygons with arcs: a number per vertex, the tangent of a quarter of the angle of the arc to the next
   * vertex of its ring, positive counter-clockwise, 0 for a straight segment.
   */
  readonly bulges?: readonly number[];
  /** Polygons with holes: index of the first vertex of each hole, rising. */
  readonly holeStarts?: readonly number[];
  /** Grids: vertices in a row. */
  readonly columns?: number;
  /** TINs: three vertex indices a triangle, counter-clockwise seen from above. */
  readonly triangles?: readonly number[];
  readonly annotation?: Annotation;
  readonly look?: FeatureLook;
  /** By name, in the order of entry. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly elevation?: ElevationMode;
  readonly rank: number;
}

/** Number of vertices. */
export function vertexCount(feature: Pick<DrawingFeature, 'coordinates'>): number {
  return feature.coordinates.length / 3;
}

/** A vertex as xyz. `index` must be one of the feature's. */
export function vertexAt(
  feature: Pick<DrawingFeature, 'coordinates'>,
  index: number,
): [x: number, y: number, z: number] {
  const { coordinates } = feature;
  return [coordinates[3 * index]!, coordinates[3 * index + 1]!, coordinates[3 * index + 2]!];
}

/** Whether the last vertex of a feature joins the first. */
export function isClosedLine({ kind, isClosed }: Pick<DrawingFeature, 'kind' | 'isClosed'>): boolean {
  return kind === 'polygon' || (kind === 'polyline' && isClosed === true);
}

/** Whether a feature has an arc. */
export function hasArcs({ bulges }: Pick<DrawingFeature, 'bulges'>): boolean {
  return bulges?.some((bulge) => bulge !== 0) ?? false;
}

/** First and last vertex (exclusive) of each ring or line of a feature, the outline first. */
export function ringRanges({
  coordinates,
  holeStarts = [],
}: Pick<DrawingFeature, 'coordinates' | 'holeStarts'>): (readonly [from: number, to: number])[] {
  const starts = [0, ...holeStarts];
  return starts.map((start, i) => [start, starts[i + 1] ?? coordinates.length / 3] as const);
}
