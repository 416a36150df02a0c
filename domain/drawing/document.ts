import type { LineType } from '../formats/exchange-model.ts';
import type { ViewState } from '../view/view-mode.ts';

/** The form of the document that this program writes. */
export const drawingSchemaVersion = 3;

export type FeatureKind = 'point' | 'polyline' | 'polygon';

/** Fewest vertices of each kind. */
export const minVertices: Readonly<Record<FeatureKind, number>> = { point: 1, polyline: 2, polygon: 3 };

/**
 * What a feature is for, beside being drawn. `crop-bounds`: products are cut to it; `ortho-crop`: orthoimages alone;
 * `flatten`: terrain inside it takes the surface of its vertices.
 */
export const featurePurposes = ['crop-bounds', 'flatten', 'ortho-crop'] as const;

export type FeaturePurpose = (typeof featurePurposes)[number];

/** The kind that a feature of each purpose has. */
export const purposeKinds: Readonly<Record<FeaturePurpose, FeatureKind>> = {
  'crop-bounds': 'polygon',
  flatten: 'polygon',
  'ortho-crop': 'polygon',
};

/** What features of a kind can be for. */
export function purposesOf(kind: FeatureKind): readonly FeaturePurpose[] {
  return featurePurposes.filter((purpose) => purposeKinds[purpose] === kind);
}

/** A layer of a drawing. */
export interface DrawingLayer {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  /** Left out: solid. */
  readonly lineType?: LineType;
  readonly isVisible: boolean;
  /** Layers and features are listed and drawn by ascending rank. */
  readonly rank: number;
}

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
   * place has no elevation. A polygon's ring does not repeat its first vertex.
   */
  readonly coordinates: readonly number[];
  readonly rank: number;
}

/** What was looked at, under a name. */
export interface SavedView extends ViewState {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
}

/** A drawing: everything that is saved. */
export interface DrawingDocument {
  readonly schemaVersion: typeof drawingSchemaVersion;
  readonly layers: Readonly<Record<string, DrawingLayer>>;
  readonly features: Readonly<Record<string, DrawingFeature>>;
  readonly views: Readonly<Record<string, SavedView>>;
}

/** Colours that new layers take in turn: apart from each other, and seen on light and dark ground. */
export const layerColours: readonly string[] = [
  '#ffc233',
  '#ff7a59',
  '#3fb8e8',
  '#7fd05f',
  '#d98cff',
  '#ff8fb8',
  '#38cfb0',
  '#f2f2f2',
];

/** A drawing with one layer and nothing on it. */
export function emptyDrawing(layerName: string): DrawingDocument {
  const layer: DrawingLayer = {
    id: 'layer-1',
    name: layerName,
    colour: layerColours[0]!,
    isVisible: true,
    rank: 1,
  };
  return { schemaVersion: drawingSchemaVersion, layers: { [layer.id]: layer }, features: {}, views: {} };
}

/** Records by ascending rank, then id. */
export function inRankOrder<R extends { readonly id: string; readonly rank: number }>(
  records: Readonly<Record<string, R>>,
): R[] {
  return Object.values(records).sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
}

/** A rank behind all of these. */
export function nextRank(records: Readonly<Record<string, { readonly rank: number }>>): number {
  return Object.values(records).reduce((top, { rank }) => Math.max(top, rank), 0) + 1;
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
