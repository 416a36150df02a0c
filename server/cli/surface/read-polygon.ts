import { readFile } from 'node:fs/promises';
import { AppError } from '#domain/errors/app-error.ts';
import { declaredEpsg } from '#domain/formats/geojson/read-geojson.ts';
import type { Polygon, Position, Ring } from '#domain/geometry/position.ts';
import { fileError } from '#workers/io/file-error.ts';

/** A region and the system that its file names. */
export interface PolygonFile {
  readonly file: string;
  readonly polygon: Polygon;
  /** EPSG code of the older `crs` member; null where there is none. */
  readonly epsg: number | null;
}

/**
 * The polygons of a GeoJSON file (geometry, feature or collection) as one region by the even-odd rule, in the
 * coordinates of the file. Corners keep a third number as their elevation.
 * Errors: io.*, geometry.polygon-unreadable.
 */
export async function readPolygon(path: string): Promise<PolygonFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(error, path, 'read');
  }
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw unreadable(path, 'it-is-not-json', error);
  }
  const rings = ringsOf(path, document);
  if (rings.length === 0) throw unreadable(path, 'no-polygon-in-it');
  return { file: path, polygon: rings, epsg: declaredEpsg(document) };
}

function unreadable(file: string, reason: string, cause?: unknown): AppError {
  return new AppError('geometry.polygon-unreadable', { file, reason }, { cause });
}

interface GeoJsonObject {
  readonly type?: unknown;
  readonly features?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly coordinates?: unknown;
}

function ringsOf(file: string, value: unknown): Ring[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, features, geometry, geometries, coordinates } = value as GeoJsonObject;
  const all = (list: unknown, read: (item: unknown) => Ring[]) =>
    Array.isArray(list) ? list.flatMap(read) : [];
  switch (type) {
    case 'FeatureCollection':
      return all(features, (feature) => ringsOf(file, feature));
    case 'Feature':
      return ringsOf(file, geometry);
    case 'GeometryCollection':
      return all(geometries, (part) => ringsOf(file, part));
    case 'Polygon':
      return all(coordinates, (ring) => [readRing(file, ring)]);
    case 'MultiPolygon':
      return all(coordinates, (polygon) => all(polygon, (ring) => [readRing(file, ring)]));
    default:
      return [];
  }
}

function readRing(file: string, value: unknown): Ring {
  if (!Array.isArray(value)) throw unreadable(file, 'a-ring-is-not-a-list');
  return value.map((place): Position => {
    const [x, y, z] = Array.isArray(place) ? (place as unknown[]) : [];
    if (typeof x !== 'number' || typeof y !== 'number') throw unreadable(file, 'a-place-is-not-two-numbers');
    return typeof z === 'number' ? [x, y, z] : [x, y];
  });
}
