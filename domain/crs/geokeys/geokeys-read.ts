import { AppError } from '../../errors/app-error.ts';
import { appendAll } from '../../math/extremes.ts';
import { withoutEnd } from '../../math/without-end.ts';
import {
  angularUnitByCode,
  DEGREE,
  isSameUnit,
  type LinearUnit,
  linearUnit,
  linearUnitByCode,
  METRE,
} from '../../units/units.ts';
import { type Identified, identifyCrs } from '../identify.ts';
import { refineMethod } from '../proj/method-refine.ts';
import { projectionMethods } from '../proj/methods.ts';
import type { CrsTable } from '../table.ts';
import type {
  CrsConflict,
  Ellipsoid,
  GeodeticCrs,
  GeodeticDatum,
  GeoKeyRecords,
  HorizontalCrs,
  ProjectedCrs,
  ProjectionParameter,
  VerticalCrs,
} from '../types.ts';
import { unitNote } from '../unit-assumed.ts';
import { ELLIPSOID_HEIGHT, readWkt } from '../wkt/wkt-read.ts';

/** Keys and their values: numbers (short or double) and texts. */
export type GeoKeys = ReadonlyMap<number, number | string>;

const USER_DEFINED = 32767;
const MAX_KEYS = 1000;

/** GeoTIFF key numbers (OGC 19-008r4, annex). */
export const geoKey = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographic: 2048,
  geographicCitation: 2049,
  datum: 2050,
  primeMeridian: 2051,
  angularUnits: 2054,
  ellipsoid: 2056,
  semiMajor: 2057,
  semiMinor: 2058,
  inverseFlattening: 2059,
  primeMeridianLongitude: 2061,
  toWgs84: 2062,
  projected: 3072,
  projectedCitation: 3073,
  projection: 3074,
  method: 3075,
  linearUnits: 3076,
  linearUnitSize: 3077,
  vertical: 4096,
  verticalCitation: 4097,
  verticalDatum: 4098,
  verticalUnits: 4099,
} as const;

/**
 * Unpacks the key directory. Keys that point outside their record are left out; a directory with no readable
 * header throws `crs.geokeys-damaged`.
 */
export function unpackGeoKeys(records: GeoKeyRecords): GeoKeys {
  const { directory, doubles = [], ascii = '' } = records;
  if (directory.length < 4 || directory[0] !== 1) {
    throw new AppError('crs.geokeys-damaged', { reason: 'the-directory-has-no-version-1-header' });
  }
  const count = Math.min(directory[3]!, Math.floor(directory.length / 4) - 1, MAX_KEYS);
  const keys = new Map<number, number | string>();
  for (let i = 1; i <= count; i++) {
    const [id, location, length, offset] = [0, 1, 2, 3].map((word) => directory[i * 4 + word]!) as [
      number,
      number,
      number,
      number,
    ];
    if (location === 0) keys.set(id, offset);
    else if (location === 34736 && offset < doubles.length) keys.set(id, doubles[offset]!);
    else if (location === 34737 && offset < ascii.length) {
      const text = ascii.slice(offset, offset + length).replace(/\0[\s\S]*$/, '');
      keys.set(id, withoutEnd(text, '|'));
    }
  }
  return keys;
}

const number = (keys: GeoKeys, id: number): number | null => {
  const value = keys.get(id);
  return typeof value === 'number' ? value : null;
};
const code = (keys: GeoKeys, id: number): number | null => {
  const value = number(keys, id);
  return value === null || value === 0 || value === USER_DEFINED ? null : value;
};
const text = (keys: GeoKeys, id: number): string | null => {
  const value = keys.get(id);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};

/** The keys as `key=value` pairs, for reports. */
export function describeGeoKeys(keys: GeoKeys): string {
  return [...keys].map(([id, value]) => `${id}=${value}`).join(' ');
}

function userEllipsoid(table: CrsTable, keys: GeoKeys): Ellipsoid | null {
  const known = code(keys, geoKey.ellipsoid);
  if (known !== null) return table.ellipsoid(known);
  const a = number(keys, geoKey.semiMajor);
  if (a === null || !(a > 0)) return null;
  const b = number(keys, geoKey.semiMinor);
  const inverse = number(keys, geoKey.inverseFlattening) ?? (b === null || b === a ? 0 : a / (a - b));
  return { name: 'user-defined', epsg: null, a, inverseFlattening: inverse };
}

function userDatum(table: CrsTable, keys: GeoKeys): GeodeticDatum | null {
  const known = code(keys, geoKey.datum);
  const datum = known === null ? null : table.datum(known);
  if (datum) return datum;
  const ellipsoid = userEllipsoid(table, keys);
  if (!ellipsoid) return null;
  const meridian = table.meridian(code(keys, geoKey.primeMeridian) ?? 8901) ?? table.meridian(8901)!;
  const longitude = number(keys, geoKey.primeMeridianLongitude) ?? meridian.longitude;
  const name = datumName(text(keys, geoKey.geographicCitation)) ?? 'unknown';
  return { name, epsg: null, ellipsoid, meridian: { ...meridian, longitude }, shift: null };
}

/** GDAL writes `GCS Name = …|Datum = …|…` into the citation. */
function datumName(citation: string | null): string | null {
  return /Datum\s*=\s*([^|]+)/i.exec(citation ?? '')?.[1]?.trim() ?? null;
}

function readBase(table: CrsTable, keys: GeoKeys): GeodeticCrs | null {
  const known = code(keys, geoKey.geographic);
  const entry = known === null ? null : table.find(known);
  if (entry?.kind === 'geographic' || entry?.kind === 'geocentric') return entry.crs;
  const datum = userDatum(table, keys);
  if (!datum) return null;
  const citation = text(keys, geoKey.geographicCitation) ?? text(keys, geoKey.citation);
  const name = /GCS Name\s*=\s*([^|]+)/i.exec(citation ?? '')?.[1] ?? citation?.split('|')[0] ?? datum.name;
  const unit = angularUnitByCode(code(keys, geoKey.angularUnits) ?? 9102) ?? DEGREE;
  return { kind: 'geographic', name: name.trim(), epsg: null, datum, unit, is3d: false };
}

const parameterKeys: Readonly<Partial<Record<ProjectionParameter, readonly number[]>>> = {
  sp1: [3078],
  sp2: [3079],
  lon0: [3080, 3084, 3088, 3095],
  lat0: [3081, 3085, 3089],
  fe: [3082, 3086, 3090],
  fn: [3083, 3087, 3091],
  k: [3092, 3093],
  azimuth: [3094],
  gamma: [3096],
};

function statedUnit(keys: GeoKeys): LinearUnit | null {
  const known = code(keys, geoKey.linearUnits);
  const byCode = known === null ? null : linearUnitByCode(known);
  return byCode ?? linearUnit(null, number(keys, geoKey.linearUnitSize));
}

function userProjection(
  table: CrsTable,
  keys: GeoKeys,
  offsetUnit: LinearUnit,
): { method: number; values: ProjectedCrs['parameters'] } | null {
  const conversion = code(keys, geoKey.projection);
  const known = conversion === null ? null : table.conversion(conversion);
  if (known) return { method: known.method, values: known.parameters };
  const transform = code(keys, geoKey.method);
  const method = projectionMethods.find((entry) => entry.geotiff === transform);
  if (transform === null || !method) return null;
  const values: Partial<Record<ProjectionParameter, number>> = {};
  for (const [meaning, ids] of Object.entries(parameterKeys)) {
    const value = ids.map((id) => number(keys, id)).find((found) => found !== null);
    if (value !== undefined && value !== null) values[meaning as ProjectionParameter] = value;
  }
  if (values.fe !== undefined) values.fe *= offsetUnit.metres;
  if (values.fn !== undefined) values.fn *= offsetUnit.metres;
  if (method.epsg === 9810 && values.k === undefined)
    return refineMethod(9810, 'Polar_Stereographic', values, {}, 'en');
  return refineMethod(method.epsg, method.wkt1 ?? method.name, values, {}, 'en');
}

function userProjected(table: CrsTable, keys: GeoKeys, offsetUnit: LinearUnit | null): ProjectedCrs | null {
  const base = readBase(table, keys);
  const stated = statedUnit(keys);
  const unit = stated ?? METRE;
  const projection = userProjection(table, keys, offsetUnit ?? unit);
  if (!base || !projection) return null;
  const name = text(keys, geoKey.projectedCitation) ?? text(keys, geoKey.citation) ?? 'user-defined';
  return {
    kind: 'projected',
    name: name
      .replace(/^PCS Name\s*=\s*/i, '')
      .split('|')[0]!
      .trim(),
    epsg: null,
    base,
    method: projection.method,
    conversionName: 'user-defined',
    parameters: projection.values,
    unit,
    ...(stated ? {} : { isUnitAssumed: true }),
    axes: 'en',
  };
}

/** ESRI software writes the whole system as well-known text into a citation. */
function citedWkt(keys: GeoKeys): HorizontalCrs | null {
  for (const id of [geoKey.projectedCitation, geoKey.citation, geoKey.geographicCitation]) {
    const cited = /ESRI PE String\s*=\s*([\s\S]+)/i.exec(text(keys, id) ?? '')?.[1];
    if (!cited) continue;
    try {
      return readWkt(cited).horizontal;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/**
 * A user-defined system according to the standard, false origins in the projected unit. Old libgeotiff wrote them in
 * metres in any unit: that reading is used where only it is a system of the dataset. It is reported, as is the
 * standard's where both are possible.
 */
function chooseUser(table: CrsTable, keys: GeoKeys, conflicts: CrsConflict[]): ProjectedCrs | null {
  const standard = userProjected(table, keys, null);
  if (!standard || standard.unit.metres === 1) return standard;
  const isKnown = (crs: ProjectedCrs | null): boolean =>
    crs !== null &&
    identifyCrs(table, { name: null, horizontal: crs, vertical: null, compoundEpsg: null }).definition
      .horizontal?.epsg !== null;
  if (isKnown(standard)) return standard;
  const metric = userProjected(table, keys, METRE);
  const isMetric = isKnown(metric);
  appendAll(conflicts, originNote(standard, isMetric));
  return isMetric ? metric : standard;
}

/** Whether numbers can be a false origin in metres: origins are whole numbers of metres or of the system's own unit. */
function isMetricOrigin(easting: number, northing: number, unit: LinearUnit): boolean {
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-3;
  return [1, unit.metres].some((size) => isWhole(easting / size) && isWhole(northing / size));
}

/** The unit in which a false origin was read, and the offset of the other reading. */
function originNote({ parameters, unit }: ProjectedCrs, isMetric: boolean): CrsConflict[] {
  const { fe = 0, fn = 0 } = parameters;
  const [read, other] = isMetric ? [METRE, unit] : [unit, METRE];
  const [easting, northing] = [fe / unit.metres, fn / unit.metres];
  const offset = Math.hypot(easting, northing) * Math.abs(1 - unit.metres);
  const isSettled = !isMetric && !isMetricOrigin(easting, northing, unit);
  if (offset === 0 || isSettled) return [];
  const values = { easting: Number(easting.toFixed(4)), northing: Number(northing.toFixed(4)) };
  const offsetMetres = Number(offset.toFixed(4));
  const params = { a: 'ProjFalseEastingGeoKey', ...values, used: read.name, other: other.name, offsetMetres };
  return [{ code: 'crs.false-origin-unit', params }];
}

function readHorizontal(table: CrsTable, keys: GeoKeys, conflicts: CrsConflict[]): HorizontalCrs | null {
  const projected = code(keys, geoKey.projected);
  const entry = projected === null ? null : table.find(projected);
  if (entry?.kind === 'projected') {
    const unit = statedUnit(keys);
    if (!unit || isSameUnit(unit, entry.crs.unit)) return entry.crs;
    conflicts.push({
      code: 'crs.conflict-horizontal-unit',
      params: {
        a: `ProjectedCSTypeGeoKey ${projected}`,
        aSays: entry.crs.unit.name,
        b: `ProjLinearUnitsGeoKey ${number(keys, geoKey.linearUnits) ?? ''}`,
        bSays: unit.name,
        aMetres: entry.crs.unit.metres,
        bMetres: unit.metres,
      },
    });
    return { ...entry.crs, epsg: null, unit };
  }
  if (entry?.kind === 'geographic' || entry?.kind === 'geocentric') return entry.crs;
  if (entry?.kind === 'compound') return entry.horizontal;
  if (number(keys, geoKey.projected) !== null || number(keys, geoKey.projection) !== null) {
    const user = chooseUser(table, keys, conflicts) ?? citedWkt(keys);
    appendAll(conflicts, unitNote(user, 'ProjLinearUnitsGeoKey'));
    if (user || number(keys, geoKey.modelType) === 1) return user;
  }
  return citedWkt(keys) ?? readBase(table, keys);
}

function readVertical(table: CrsTable, keys: GeoKeys): VerticalCrs | null {
  const id = code(keys, geoKey.vertical);
  const unitCode = code(keys, geoKey.verticalUnits);
  const unit = unitCode === null ? null : linearUnitByCode(unitCode);
  const datumCode = code(keys, geoKey.verticalDatum);
  const name = text(keys, geoKey.verticalCitation) ?? '';
  const entry = id === null ? null : table.find(id);
  if (entry?.kind === 'vertical') return { ...entry.crs, unit: unit ?? entry.crs.unit };
  if (entry?.kind === 'compound') return { ...entry.vertical, unit: unit ?? entry.vertical.unit };
  const isEllipsoid = id !== null && id >= 5001 && id <= 5033;
  const datum = isEllipsoid ? ELLIPSOID_HEIGHT : (table.verticalDatum(datumCode ?? id ?? 0) ?? null);
  if (datum === null && unit === null && name === '') return null;
  return { name: name || datum || '', epsg: null, datum, unit, direction: 'up' };
}

/**
 * What the GeoTIFF keys of a LAS or TIFF file say, EPSG codes and user-defined systems alike. A unit key that
 * contradicts the coded system is kept (as GDAL does) and reported. Throws `crs.geokeys-damaged`,
 * `crs.geokeys-empty`.
 */
export function readGeoKeys(table: CrsTable, keys: GeoKeys): Identified {
  const conflicts: CrsConflict[] = [];
  const horizontal = readHorizontal(table, keys, conflicts);
  const vertical = readVertical(table, keys);
  if (!horizontal && !vertical) throw new AppError('crs.geokeys-empty', {});
  const name = text(keys, geoKey.citation) ?? horizontal?.name ?? vertical?.name ?? null;
  return { definition: { name, horizontal, vertical, compoundEpsg: null }, conflicts };
}
