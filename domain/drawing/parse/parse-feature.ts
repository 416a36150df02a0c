import { lineTypes } from '../../formats/exchange-model.ts';
import {
  type Annotation,
  type AttributeValue,
  annotationForms,
  annotationVertices,
  type DrawingFeature,
  type DrawnSize,
  type ElevationMode,
  type FeatureKind,
  type FeatureLook,
  type FeaturePurpose,
  featureKinds,
  featurePurposes,
  minVertices,
  purposeKinds,
} from '../feature.ts';
import type { SavedData } from '../migrations.ts';
import {
  badRecord,
  choiceOf,
  colourOf,
  idOf,
  isRecord,
  numberOf,
  numberWithin,
  optional,
  textOf,
} from './records.ts';

/** Line weights that are drawn and exchanged, millimetres on paper (those of CAD end at 2.11). */
export const lineWeightRange = [0, 2.11] as const;

const sizeRange = [1e-6, 1e6] as const;

/** Reads one feature, checking every field. @throws drawing.bad-record */
export function parseFeature(value: SavedData, place: string): DrawingFeature {
  const kind = choiceOf(value, 'kind', featureKinds, place);
  const coordinates = parseCoordinates(value['coordinates'], place);
  const count = coordinates.length / 3;
  const feature: DrawingFeature = {
    id: idOf(value, place),
    kind,
    ...optional(value, 'purpose', () => purposeOf(value, kind, place)),
    layerId: textOf(value, 'layerId', place),
    code: textOf(value, 'code', place),
    name: textOf(value, 'name', place),
    coordinates,
    ...optional(value, 'isClosed', () => {
      if (kind !== 'polyline' || value['isClosed'] !== true)
        throw badRecord(place, 'kind-cannot-be-closed', { kind });
      return true as const;
    }),
    ...optional(value, 'bulges', () => bulgesOf(value['bulges'], kind, count, place)),
    ...optional(value, 'holeStarts', () => holesOf(value['holeStarts'], kind, place)),
    ...(kind === 'grid' ? { columns: columnsOf(value, count, place) } : {}),
    ...(kind === 'tin' ? { triangles: trianglesOf(value['triangles'], count, place) } : {}),
    ...(kind === 'annotation' ? { annotation: annotationOf(value['annotation'], place) } : {}),
    ...optional(value, 'look', () => lookOf(value['look'], place)),
    ...optional(value, 'attributes', () => attributesOf(value['attributes'], place)),
    ...optional(value, 'elevation', () => elevationOf(value['elevation'], place)),
    rank: numberOf(value, 'rank', place),
  };
  checkVertices(feature, place);
  return feature;
}

function purposeOf(value: SavedData, kind: FeatureKind, place: string): FeaturePurpose {
  const purpose = choiceOf(value, 'purpose', featurePurposes, place);
  if (purposeKinds[purpose] !== kind) throw badRecord(place, 'kind-cannot-have-purpose', { kind, purpose });
  return purpose;
}

function parseCoordinates(value: unknown, place: string): number[] {
  if (!Array.isArray(value) || value.length % 3 !== 0) throw badRecord(place, 'coordinates-is-not-a-list');
  return value.map((coordinate: unknown, index) => {
    if (coordinate === null && index % 3 === 2) return Number.NaN;
    if (typeof coordinate !== 'number' || !Number.isFinite(coordinate)) {
      throw badRecord(place, 'coordinate-is-not-a-number', { index });
    }
    return coordinate;
  });
}

/** Refuses features with too few or too many vertices, in a ring or as a whole. */
function checkVertices(feature: DrawingFeature, place: string): void {
  const { kind, annotation, bulges, holeStarts = [] } = feature;
  const count = feature.coordinates.length / 3;
  const [min, max] = annotation
    ? annotationVertices[annotation.form]
    : [minVertices[kind], kind === 'point' ? 1 : Infinity];
  const starts = [0, ...holeStarts, count];
  const isShort = starts.slice(1).some((end, i) => {
    const start = starts[i]!;
    const isRound = kind === 'polygon' && bulges?.slice(start, end).some((bulge) => bulge !== 0);
    return end - start < (isRound ? min - 1 : min);
  });
  if (isShort || count > max) throw badRecord(place, 'kind-of-so-many-vertices', { kind, vertices: count });
}

function numbersOf(value: unknown, isRight: (number: number) => boolean): number[] | null {
  if (!Array.isArray(value)) return null;
  const isAll = value.every((number: unknown) => typeof number === 'number' && isRight(number));
  return isAll ? [...(value as number[])] : null;
}

function bulgesOf(value: unknown, kind: FeatureKind, count: number, place: string): number[] {
  const bulges = numbersOf(value, Number.isFinite);
  if ((kind !== 'polyline' && kind !== 'polygon') || bulges?.length !== count) {
    throw badRecord(place, 'bulges-do-not-fit');
  }
  return bulges;
}

function holesOf(value: unknown, kind: FeatureKind, place: string): number[] {
  const starts = numbersOf(value, Number.isInteger);
  const isRising = starts?.every((start, i) => start > (i === 0 ? 0 : starts[i - 1]!)) ?? false;
  if (kind !== 'polygon' || starts === null || !isRising) throw badRecord(place, 'holes-do-not-fit');
  return starts;
}

function columnsOf(value: SavedData, count: number, place: string): number {
  const columns = numberOf(value, 'columns', place);
  if (!Number.isInteger(columns) || columns < 2 || count % columns !== 0 || count / columns < 2) {
    throw badRecord(place, 'columns-do-not-fit');
  }
  return columns;
}

function trianglesOf(value: unknown, count: number, place: string): number[] {
  const corners = numbersOf(value, (corner) => Number.isInteger(corner) && corner >= 0 && corner < count);
  if (corners === null || corners.length === 0 || corners.length % 3 !== 0) {
    throw badRecord(place, 'triangles-do-not-fit');
  }
  return corners;
}

function sizeOf(value: unknown, place: string): DrawnSize {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  return {
    value: numberWithin(value, 'value', sizeRange, place),
    on: choiceOf(value, 'on', ['ground', 'paper'] as const, place),
  };
}

function annotationOf(value: unknown, place: string): Annotation {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  return {
    form: choiceOf(value, 'form', annotationForms, place),
    text: textOf(value, 'text', place),
    size: sizeOf(value['size'], place),
    rotation: numberOf(value, 'rotation', place),
  };
}

function lookOf(value: unknown, place: string): FeatureLook {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  return {
    ...optional(value, 'colour', () => colourOf(value, place)),
    ...optional(value, 'lineType', () => choiceOf(value, 'lineType', lineTypes, place)),
    ...optional(value, 'lineWeight', () => numberWithin(value, 'lineWeight', lineWeightRange, place)),
    ...optional(value, 'transparency', () => numberWithin(value, 'transparency', [0, 1], place)),
    ...optional(value, 'symbol', () => textOf(value, 'symbol', place)),
    ...optional(value, 'symbolSize', () => sizeOf(value['symbolSize'], place)),
    ...optional(value, 'symbolRotation', () => numberOf(value, 'symbolRotation', place)),
  };
}

function attributesOf(value: unknown, place: string): Record<string, AttributeValue> {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  const entries = Object.entries(value).map(([name, found]) => {
    const isValue =
      found === null ||
      typeof found === 'string' ||
      typeof found === 'boolean' ||
      (typeof found === 'number' && Number.isFinite(found));
    if (!isValue || name === '__proto__') throw badRecord(place, 'attribute-cannot-be-read', { name });
    return [name, found as AttributeValue] as const;
  });
  return Object.fromEntries(entries);
}

function elevationOf(value: unknown, place: string): ElevationMode {
  if (!isRecord(value)) throw badRecord(place, 'not-an-object');
  const mode = choiceOf(value, 'mode', ['draped', 'clamped', 'none'] as const, place);
  return mode === 'none' ? { mode } : { mode, surface: textOf(value, 'surface', place) };
}
