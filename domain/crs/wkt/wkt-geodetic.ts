import {
  type AngularUnit,
  angularUnit,
  DEGREE,
  type LinearUnit,
  linearUnit,
  linearUnitByName,
  METRE,
} from '../../units/units.ts';
import type { DatumShift, Ellipsoid, GeodeticCrs, GeodeticDatum, PrimeMeridian } from '../types.ts';
import { child, children, numberAt, textAt, type WktItem, type WktNode } from './wkt-parse.ts';

/** The EPSG code that an `AUTHORITY` (WKT 1) or `ID` (WKT 2) of the node states, or null. */
export function authorityCode(node: WktNode | undefined): number | null {
  if (!node) return null;
  for (const id of children(node, 'AUTHORITY', 'ID')) {
    const code = numberAt(id, 1);
    if (
      (textAt(id, 0) ?? '').toUpperCase() === 'EPSG' &&
      code !== null &&
      Number.isInteger(code) &&
      code > 0
    ) {
      return code;
    }
  }
  return null;
}

/** The unit of length that the node states of itself (not of its axes), or null. */
export function lengthUnitOf(node: WktNode | undefined): LinearUnit | null {
  const unit = child(node, 'LENGTHUNIT', 'UNIT');
  return unit ? linearUnit(textAt(unit, 0), numberAt(unit, 1)) : null;
}

/** The unit of angle that the node states of itself, or null; a unit of length there (some writers) is none. */
export function angleUnitOf(node: WktNode | undefined): AngularUnit | null {
  const unit = child(node, 'ANGLEUNIT', 'UNIT');
  const name = textAt(unit, 0);
  if (!unit || (name !== null && linearUnitByName(name))) return null;
  return angularUnit(name, numberAt(unit, 1));
}

/** The direction of an `AXIS`, in lower case (`east`, `north`, `up`). */
export function axisDirection(axis: WktNode): string {
  const word = axis.items.find(
    (item: WktItem): item is { word: string } => typeof item === 'object' && 'word' in item,
  );
  return word?.word.toLowerCase() ?? '';
}

function readEllipsoid(node: WktNode | undefined): Ellipsoid {
  const unit = child(node, 'LENGTHUNIT', 'UNIT');
  return {
    name: textAt(node, 0) ?? 'unnamed',
    epsg: authorityCode(node),
    a: (numberAt(node, 1) ?? 0) * (unit ? (numberAt(unit, 1) ?? 1) : 1),
    inverseFlattening: numberAt(node, 2) ?? 0,
  };
}

function readMeridian(node: WktNode | undefined): PrimeMeridian {
  if (!node) return { name: 'Greenwich', epsg: 8901, longitude: 0 };
  const unit = child(node, 'ANGLEUNIT', 'UNIT');
  const radians = unit ? (numberAt(unit, 1) ?? DEGREE.radians) : DEGREE.radians;
  const degrees = ((numberAt(node, 1) ?? 0) * radians) / DEGREE.radians;
  return { name: textAt(node, 0) ?? 'unnamed', epsg: authorityCode(node), longitude: degrees };
}

function readShift(datum: WktNode | undefined): DatumShift | null {
  const node = child(datum, 'TOWGS84');
  if (!node) return null;
  const params = [0, 1, 2, 3, 4, 5, 6].map((index) => numberAt(node, index) ?? 0);
  return { params, operation: null, accuracy: null };
}

const DATUM_WORDS = ['DATUM', 'ENSEMBLE', 'TRF', 'GEODETICDATUM'] as const;

/** The datum of a `GEOGCS`, `GEOGCRS`, `GEOCCS` or `GEODCRS`; null where it has none. */
export function readDatum(node: WktNode): GeodeticDatum | null {
  const dynamic = child(node, ...DATUM_WORDS);
  if (!dynamic) return null;
  const meridian = child(node, 'PRIMEM', 'PRIMEMERIDIAN') ?? child(dynamic, 'PRIMEM', 'PRIMEMERIDIAN');
  return {
    name: textAt(dynamic, 0) ?? 'unnamed',
    epsg: authorityCode(dynamic),
    ellipsoid: readEllipsoid(child(dynamic, 'SPHEROID', 'ELLIPSOID')),
    meridian: readMeridian(meridian),
    shift: readShift(dynamic) ?? readShift(node),
  };
}

const GEOCENTRIC = ['GEOCCS'];

/** A geographic or geocentric system of either WKT version; null where it has no datum. */
export function readGeodetic(node: WktNode): GeodeticCrs | null {
  const datum = readDatum(node);
  if (!datum) return null;
  const system = child(node, 'CS');
  const type = system?.items[0];
  const systemWord = typeof type === 'object' && 'word' in type ? type.word : '';
  const isGeocentric = GEOCENTRIC.includes(node.keyword) || systemWord === 'CARTESIAN';
  const axis = children(node, 'AXIS')[0];
  const base = {
    name: textAt(node, 0) ?? 'unnamed',
    epsg: authorityCode(node),
    datum,
    is3d: isGeocentric || numberAt(system, 1) === 3,
  };
  if (isGeocentric) {
    return { kind: 'geocentric', ...base, unit: lengthUnitOf(node) ?? lengthUnitOf(axis) ?? METRE };
  }
  return { kind: 'geographic', ...base, unit: angleUnitOf(node) ?? angleUnitOf(axis) ?? DEGREE };
}
