import { type DrawingDocument, drawingSchemaVersion, inRankOrder } from './document.ts';
import type { DrawingFeature } from './feature.ts';
import type { FeatureCode } from './feature-code.ts';
import type { DrawingLayer } from './layer.ts';
import type { DrawingOverlay } from './overlay.ts';
import { serialiseView } from './saved-view.ts';

/** A record as JSON data. */
export type SerialisedRecord = Readonly<Record<string, unknown>>;

/** A document as JSON data: lists in rank order, missing elevations as null. */
export interface SerialisedDrawing {
  readonly schemaVersion: number;
  readonly layers: readonly SerialisedRecord[];
  readonly features: readonly SerialisedRecord[];
  readonly views: readonly SerialisedRecord[];
  readonly codes: readonly SerialisedRecord[];
  readonly overlays: readonly SerialisedRecord[];
  readonly [key: string]: unknown;
}

const layerFields = [
  'id',
  'name',
  'colour',
  'description',
  'lineType',
  'lineWeight',
  'transparency',
  'isVisible',
  'isLocked',
  'group',
  'rank',
] as const satisfies readonly (keyof DrawingLayer)[];

const featureFields = [
  'id',
  'kind',
  'purpose',
  'layerId',
  'code',
  'name',
  'coordinates',
  'isClosed',
  'bulges',
  'holeStarts',
  'columns',
  'triangles',
  'annotation',
  'look',
  'attributes',
  'elevation',
  'rank',
] as const satisfies readonly (keyof DrawingFeature)[];

const codeFields = [
  'id',
  'code',
  'name',
  'symbol',
  'colour',
  'lineType',
  'layer',
  'kinds',
  'attributes',
  'rank',
] as const satisfies readonly (keyof FeatureCode)[];

const overlayFields = [
  'id',
  'name',
  'image',
  'fit',
  'pairs',
  'opacity',
  'isVisible',
  'isDraped',
  'elevation',
  'rank',
] as const satisfies readonly (keyof DrawingOverlay)[];

/** A field of a saved record, but for its id. */
export type SavedField = Exclude<
  | (typeof layerFields)[number]
  | (typeof featureFields)[number]
  | (typeof codeFields)[number]
  | (typeof overlayFields)[number]
  | keyof ReturnType<typeof serialiseView>,
  'id'
>;

/** The fields of a record that it has, in a fixed order, so that equal records are equal texts. */
function inOrder<R extends object>(record: R, fields: readonly (keyof R & string)[]): SerialisedRecord {
  return Object.fromEntries(
    fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}

/** Coordinates as JSON has them: missing elevations as null. */
export function serialiseCoordinates(coordinates: readonly number[]): (number | null)[] {
  return coordinates.map((value) => (Number.isNaN(value) ? null : value));
}

export function serialiseLayer(layer: DrawingLayer): SerialisedRecord {
  return inOrder(layer, layerFields);
}

export function serialiseFeature(feature: DrawingFeature): SerialisedRecord {
  const record = inOrder(feature, featureFields);
  return { ...record, coordinates: serialiseCoordinates(feature.coordinates) };
}

export function serialiseCode(code: FeatureCode): SerialisedRecord {
  return inOrder(code, codeFields);
}

export function serialiseOverlay(overlay: DrawingOverlay): SerialisedRecord {
  return inOrder(overlay, overlayFields);
}

/** Makes the saved form: plain data that `JSON.stringify` keeps exactly, equal for equal drawings. */
export function serialiseDrawing(document: DrawingDocument): SerialisedDrawing {
  return {
    schemaVersion: drawingSchemaVersion,
    layers: inRankOrder(document.layers).map(serialiseLayer),
    features: inRankOrder(document.features).map(serialiseFeature),
    views: inRankOrder(document.views).map(serialiseView),
    codes: inRankOrder(document.codes).map(serialiseCode),
    overlays: inRankOrder(document.overlays).map(serialiseOverlay),
  };
}
