import { AppError } from '../errors/app-error.ts';
import { type LineType, lineTypes } from '../formats/exchange-model.ts';
import { badRecord, numberOf } from './bad-record.ts';
import {
  type DrawingDocument,
  type DrawingFeature,
  type DrawingLayer,
  drawingSchemaVersion,
  type FeatureKind,
  type FeaturePurpose,
  featurePurposes,
  minVertices,
  purposeKinds,
  type SavedView,
} from './document.ts';
import { migrateDrawing, type SavedData } from './migrations.ts';
import { parseViewState } from './saved-view.ts';

/**
 * Reads saved data of any known version, checking every record.
 * @throws drawing.not-a-document, drawing.too-new, drawing.bad-record (with the record's place)
 */
export function parseDrawing(saved: unknown): DrawingDocument {
  if (!isRecord(saved)) throw new AppError('drawing.not-a-document', { reason: 'not-an-object' });
  const data = migrateDrawing(saved);
  const layers = parseList(data, 'layers', parseLayer);
  if (Object.keys(layers).length === 0) {
    throw new AppError('drawing.not-a-document', { reason: 'no-layers' });
  }
  const features = parseList(data, 'features', parseFeature);
  for (const { id, layerId } of Object.values(features)) {
    if (!Object.hasOwn(layers, layerId))
      throw badRecord(`features.${id}`, 'layer-is-missing', { layer: layerId });
  }
  const views = parseList(data, 'views', parseView);
  return { schemaVersion: drawingSchemaVersion, layers, features, views };
}

function isRecord(value: unknown): value is SavedData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseList<R extends { readonly id: string }>(
  data: SavedData,
  name: string,
  parse: (value: SavedData, place: string) => R,
): Record<string, R> {
  const list = data[name];
  if (!Array.isArray(list)) throw badRecord(name, 'not-a-list');
  const records: Record<string, R> = {};
  list.forEach((value: unknown, index) => {
    const place = `${name}[${index}]`;
    if (!isRecord(value)) throw badRecord(place, 'not-an-object');
    const record = parse(value, place);
    if (Object.hasOwn(records, record.id)) throw badRecord(place, 'id-used-twice', { id: record.id });
    records[record.id] = record;
  });
  return records;
}

function text(value: SavedData, field: string, place: string): string {
  const found = value[field];
  if (typeof found !== 'string') throw badRecord(place, 'field-is-not-a-text', { field });
  return found;
}

function idOf(value: SavedData, place: string): string {
  const id = text(value, 'id', place);
  if (id === '' || id === '__proto__') throw badRecord(place, 'id-cannot-be-used');
  return id;
}

function parseView(value: SavedData, place: string): SavedView {
  return {
    id: idOf(value, place),
    name: text(value, 'name', place),
    ...parseViewState(value, place),
    rank: numberOf(value, 'rank', place),
  };
}

function isLineType(value: unknown): value is LineType {
  return lineTypes.some((type) => type === value);
}

function parseLayer(value: SavedData, place: string): DrawingLayer {
  const colour = text(value, 'colour', place);
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw badRecord(place, 'colour-is-not-of-the-form-rrggbb');
  const { isVisible, lineType } = value;
  if (typeof isVisible !== 'boolean')
    throw badRecord(place, 'field-is-neither-true-nor-false', { field: 'isVisible' });
  if (lineType !== undefined && !isLineType(lineType)) throw badRecord(place, 'linetype-is-not-known');
  return {
    id: idOf(value, place),
    name: text(value, 'name', place),
    colour,
    ...(lineType === undefined ? {} : { lineType }),
    isVisible,
    rank: numberOf(value, 'rank', place),
  };
}

function purposeOf(value: SavedData, kind: string, place: string): FeaturePurpose | null {
  const { purpose } = value;
  if (purpose === undefined) return null;
  const known = featurePurposes.find((one) => one === purpose);
  if (known === undefined) throw badRecord(place, 'purpose-is-not-known');
  if (purposeKinds[known] !== kind)
    throw badRecord(place, 'kind-cannot-have-purpose', { kind, purpose: known });
  return known;
}

function parseFeature(value: SavedData, place: string): DrawingFeature {
  const kind = text(value, 'kind', place);
  if (!Object.hasOwn(minVertices, kind))
    throw badRecord(place, 'value-is-not-known', { field: 'kind', value: kind });
  const purpose = purposeOf(value, kind, place);
  return {
    id: idOf(value, place),
    kind: kind as FeatureKind,
    ...(purpose === null ? {} : { purpose }),
    layerId: text(value, 'layerId', place),
    code: text(value, 'code', place),
    name: text(value, 'name', place),
    coordinates: parseCoordinates(value['coordinates'], kind as FeatureKind, place),
    rank: numberOf(value, 'rank', place),
  };
}

function parseCoordinates(value: unknown, kind: FeatureKind, place: string): number[] {
  if (!Array.isArray(value)) throw badRecord(place, 'coordinates-is-not-a-list');
  const count = value.length / 3;
  if (!Number.isInteger(count) || count < minVertices[kind] || (kind === 'point' && count !== 1)) {
    throw badRecord(place, 'kind-of-so-many-coordinates', { kind, coordinates: value.length });
  }
  return value.map((coordinate: unknown, index) => {
    if (coordinate === null && index % 3 === 2) return Number.NaN;
    if (typeof coordinate !== 'number' || !Number.isFinite(coordinate)) {
      throw badRecord(place, 'coordinate-is-not-a-number', { index });
    }
    return coordinate;
  });
}
