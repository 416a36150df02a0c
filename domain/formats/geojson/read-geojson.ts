import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { ExchangeFeature, ExchangeValue } from '../exchange-model.ts';

/** The features of a GeoJSON file. */
export interface GeoJsonFeatures {
  readonly features: readonly ExchangeFeature[];
  /** From the older `crs` member; null where the file names no EPSG code. */
  readonly epsg: number | null;
}

interface GeoJsonObject {
  readonly type?: unknown;
  readonly features?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly coordinates?: unknown;
  readonly properties?: unknown;
  readonly crs?: { readonly properties?: { readonly name?: unknown } };
}

const defaultLayer = 'Drawing';
/** Collections in each other: no writer makes more than one or two. */
const deepestCollection = 32;

/** Where in the file: the code of a reason, or a member's name, and the values that its text speaks of. */
type Place = ErrorParams & { readonly place: string };

function fail(file: string, place: Place, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('geojson.unreadable', { ...values, ...place, file, reason });
}

function isObject(value: unknown): value is GeoJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown, file: string, place: Place): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw fail(file, place, 'not-a-list');
}

/** The EPSG code that parsed GeoJSON names in the `crs` member of its 2008 form; null where it names none. */
export function declaredEpsg(value: unknown): number | null {
  const name = isObject(value) ? value.crs?.properties?.name : undefined;
  const found = typeof name === 'string' ? /EPSG:(?:[\d.]*:)?(\d+)$/i.exec(name) : null;
  return found ? Number(found[1]) : null;
}

/** Layer, name, code and the other plain values of a feature's properties. */
function factsOf(properties: unknown): Pick<ExchangeFeature, 'layer' | 'name' | 'code' | 'properties'> {
  const {
    layer,
    name,
    code,
    colour: _,
    ...rest
  } = (isObject(properties) ? properties : {}) as Record<string, unknown>;
  const plain = Object.entries(rest).filter((entry): entry is [string, ExchangeValue] => {
    const value = entry[1];
    return value === null || ['string', 'number', 'boolean'].includes(typeof value);
  });
  return {
    layer: typeof layer === 'string' && layer !== '' ? layer : defaultLayer,
    ...(typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(plain.length > 0 ? { properties: Object.fromEntries(plain) } : {}),
  };
}

function readPosition(value: unknown, file: string, place: Place): [number, number, number] {
  const [x, y, z] = listOf(value, file, place);
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw fail(file, place, 'a-position-is-not-two-numbers');
  return [x as number, y as number, Number.isFinite(z) ? (z as number) : Number.NaN];
}

/** Positions as one array; a last one that repeats the first is removed and reported as `closed`. */
function readLine(value: unknown, file: string, place: Place): { places: number[]; closed: boolean } {
  const positions = listOf(value, file, place).map((position) => readPosition(position, file, place));
  const [first, last] = [positions[0], positions.at(-1)];
  const closed = positions.length > 2 && first![0] === last![0] && first![1] === last![1];
  return { places: (closed ? positions.slice(0, -1) : positions).flat(), closed };
}

type Facts = ReturnType<typeof factsOf>;

function readPolygon(value: unknown, facts: Facts, file: string, place: Place): ExchangeFeature {
  const rings = listOf(value, file, place).map((ring) => readLine(ring, file, place).places);
  const holeStarts: number[] = [];
  let vertices = 0;
  for (const ring of rings) {
    if (vertices > 0) holeStarts.push(vertices);
    vertices += ring.length / 3;
  }
  const coordinates = Float64Array.from(rings.flat());
  return { kind: 'polygon', coordinates, ...(holeStarts.length > 0 ? { holeStarts } : {}), ...facts };
}

function readGeometry(
  value: unknown,
  facts: Facts,
  file: string,
  place: Place,
  depth = 0,
): ExchangeFeature[] {
  if (value === null) return [];
  if (depth > deepestCollection) throw fail(file, place, 'too-deep-collections', { most: deepestCollection });
  if (!isObject(value)) throw fail(file, place, 'the-geometry-is-not-an-object');
  const { type, coordinates, geometries } = value;
  const each = (list: unknown, read: (item: unknown) => ExchangeFeature) =>
    listOf(list, file, place).map(read);
  const point = (position: unknown): ExchangeFeature => ({
    kind: 'point',
    coordinates: Float64Array.from(readPosition(position, file, place)),
    ...facts,
  });
  const line = (positions: unknown): ExchangeFeature => {
    const { places, closed } = readLine(positions, file, place);
    return { kind: 'polyline', coordinates: Float64Array.from(places), closed, ...facts };
  };
  const polygon = (rings: unknown) => readPolygon(rings, facts, file, place);
  switch (type) {
    case 'Point':
      return [point(coordinates)];
    case 'MultiPoint':
      return each(coordinates, point);
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return each(coordinates, line);
    case 'Polygon':
      return [polygon(coordinates)];
    case 'MultiPolygon':
      return each(coordinates, polygon);
    case 'GeometryCollection':
      return listOf(geometries, file, place).flatMap((part) =>
        readGeometry(part, facts, file, place, depth + 1),
      );
    default:
      throw fail(file, place, 'geometry-of-another-type', { type: JSON.stringify(type) ?? '?' });
  }
}

/**
 * Reads parsed GeoJSON (a collection, a feature or a bare geometry) as features to export, coordinates as they are.
 * The properties `layer`, `name` and `code` become the feature's own. Error: `geojson.unreadable`.
 * @param file named in errors
 */
export function readGeoJson(value: unknown, file: string): GeoJsonFeatures {
  if (!isObject(value)) throw fail(file, { place: 'the-start' }, 'not-an-object');
  const list =
    value.type === 'FeatureCollection' ? listOf(value.features, file, { place: 'features' }) : [value];
  const features = list.flatMap((item, index) => {
    const place = { place: 'feature-number', number: index + 1 };
    if (!isObject(item)) throw fail(file, place, 'not-an-object');
    const isFeature = item.type === 'Feature';
    return readGeometry(
      isFeature ? item.geometry : item,
      factsOf(isFeature ? item.properties : null),
      file,
      place,
    );
  });
  return { features, epsg: declaredEpsg(value) };
}
