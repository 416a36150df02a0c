import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import {
  DEGREE,
  INTERNATIONAL_FOOT,
  type LinearUnit,
  linearUnit,
  METRE,
  US_SURVEY_FOOT,
} from '../../units/units.ts';
import type { CrsTable } from '../table.ts';
import type {
  CrsDefinition,
  DatumShift,
  Ellipsoid,
  GeodeticCrs,
  GeodeticDatum,
  HorizontalCrs,
  ProjectedCrs,
  ProjectionParameters,
  VerticalCrs,
} from '../types.ts';

type Tokens = ReadonlyMap<string, string>;

/** EPSG codes of the datums PROJ names, with the shift PROJ itself uses. */
const datums: Readonly<Record<string, { epsg: number; shift: readonly number[] | null }>> = {
  wgs84: { epsg: 6326, shift: [0, 0, 0, 0, 0, 0, 0] },
  nad83: { epsg: 6269, shift: [0, 0, 0, 0, 0, 0, 0] },
  nad27: { epsg: 6267, shift: null },
  ggrs87: { epsg: 6121, shift: [-199.87, 74.79, 246.62, 0, 0, 0, 0] },
  potsdam: { epsg: 6314, shift: [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7] },
  carthage: { epsg: 6223, shift: [-263, 6, 431, 0, 0, 0, 0] },
  hermannskogel: { epsg: 6312, shift: [577.326, 90.129, 463.919, 5.137, 1.474, 5.297, 2.4232] },
  ire65: { epsg: 6299, shift: [482.53, -130.596, 564.557, -1.042, -0.214, -0.631, 8.15] },
  nzgd49: { epsg: 6272, shift: [59.47, -5.04, 187.44, 0.47, -0.1, 1.024, -4.5993] },
  osgb36: { epsg: 6277, shift: [446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489] },
};

/** EPSG codes of the ellipsoids PROJ names. */
const ellipsoids: Readonly<Record<string, number>> = {
  grs80: 7019,
  wgs84: 7030,
  bessel: 7004,
  bess_nam: 7006,
  intl: 7022,
  krass: 7024,
  clrk66: 7008,
  clrk80: 7012,
  clrk80ign: 7011,
  airy: 7001,
  mod_airy: 7002,
  aust_sa: 7003,
  grs67: 7036,
  evrst30: 7015,
  evrst48: 7018,
  evrst56: 7044,
  helmert: 7020,
  wgs72: 7043,
  plessis: 7027,
  hough: 7053,
  sphere: 7035,
};

const meridians: Readonly<Record<string, number>> = {
  greenwich: 8901,
  lisbon: 8902,
  paris: 8903,
  bogota: 8904,
  madrid: 8905,
  rome: 8906,
  bern: 8907,
  jakarta: 8908,
  ferro: 8909,
  brussels: 8910,
  stockholm: 8911,
  athens: 8912,
  oslo: 8913,
};

function tokenise(text: string): Tokens {
  const tokens = new Map<string, string>();
  for (const part of text.trim().split(/\s+/)) {
    const [key, ...rest] = part.replace(/^\+/, '').split('=');
    if (key && !tokens.has(key.toLowerCase())) tokens.set(key.toLowerCase(), rest.join('='));
  }
  return tokens;
}

function fault(reason: string, values: ErrorParams = {}): AppError {
  return new AppError('crs.proj-string', { ...values, reason });
}

function numeric(tokens: Tokens, key: string): number | null {
  const value = tokens.get(key);
  if (value === undefined) return null;
  const result = Number(value);
  if (value === '' || !Number.isFinite(result)) throw fault('option-is-not-a-number', { option: key, value });
  return result;
}

function readUnit(tokens: Tokens, nameKey: string, factorKey: string): LinearUnit | null {
  const factor = tokens.get(factorKey);
  if (factor !== undefined) {
    const [top, bottom] = factor.split('/').map(Number);
    const metres = bottom === undefined ? top! : top! / bottom;
    if (!(metres > 0) || !Number.isFinite(metres))
      throw fault('option-is-no-length', { option: factorKey, value: factor });
    return linearUnit(null, metres);
  }
  const name = tokens.get(nameKey);
  if (name === undefined) return null;
  if (name === 'us-ft') return US_SURVEY_FOOT;
  if (name === 'ft') return INTERNATIONAL_FOOT;
  const known: Readonly<Record<string, number>> = {
    km: 1000,
    'us-yd': 3600 / 3937,
    yd: 0.9144,
    link: 0.201168,
  };
  const unit = linearUnit(
    Object.hasOwn(known, name) ? null : name,
    Object.hasOwn(known, name) ? known[name]! : null,
  );
  if (!unit) throw fault('unit-is-not-known', { unit: name });
  return unit;
}

function readEllipsoid(table: CrsTable, tokens: Tokens): Ellipsoid {
  const radius = numeric(tokens, 'r');
  if (radius !== null) return { name: 'sphere', epsg: null, a: radius, inverseFlattening: 0 };
  const a = numeric(tokens, 'a');
  if (a === null) {
    const named = tokens.get('ellps') ?? tokens.get('datum') ?? 'GRS80';
    const code = ellipsoids[named.toLowerCase()];
    if (code === undefined) throw fault('ellipsoid-is-not-known', { ellipsoid: named });
    return table.ellipsoid(code)!;
  }
  const b = numeric(tokens, 'b');
  const rf = numeric(tokens, 'rf');
  const f = numeric(tokens, 'f');
  const inverse = rf ?? (f !== null && f !== 0 ? 1 / f : b === null || b === a ? 0 : a / (a - b));
  return { name: 'user-defined', epsg: null, a, inverseFlattening: inverse };
}

function readShift(tokens: Tokens): DatumShift | null {
  const text = tokens.get('towgs84');
  if (text === undefined) return null;
  const values = text.split(',').map(Number);
  if (values.some((value) => !Number.isFinite(value)))
    throw fault('option-is-no-list-of-numbers', { option: 'towgs84', value: text });
  return { params: [0, 1, 2, 3, 4, 5, 6].map((i) => values[i] ?? 0), operation: null, accuracy: null };
}

function readDatum(table: CrsTable, tokens: Tokens): GeodeticDatum {
  const shift = readShift(tokens);
  const known = datums[(tokens.get('datum') ?? '').toLowerCase()];
  const pm = tokens.get('pm');
  const code = pm === undefined ? 8901 : meridians[pm.toLowerCase()];
  const meridian = table.meridian(code ?? 8901)!;
  const named =
    code === undefined ? { ...meridian, name: 'user-defined', epsg: null, longitude: Number(pm) } : meridian;
  if (known) {
    const own = known.shift && { params: known.shift, operation: null, accuracy: null };
    return { ...table.datum(known.epsg)!, meridian: named, shift: shift ?? own };
  }
  return { name: 'unknown', epsg: null, ellipsoid: readEllipsoid(table, tokens), meridian: named, shift };
}

type Projection = { method: number; parameters: ProjectionParameters };

function utm(tokens: Tokens): Projection {
  const text = tokens.get('zone') ?? '';
  if (/^\d{1,2}[A-Za-z]$/.test(text)) {
    throw fault('zone-is-no-number', { value: text, zone: Number.parseInt(text, 10) });
  }
  const zone = numeric(tokens, 'zone');
  if (zone === null || zone < 1 || zone > 60) throw fault('proj-utm-needs-zone-1-to-60');
  const fn = tokens.has('south') ? 10_000_000 : 0;
  return { method: 9807, parameters: { lat0: 0, lon0: zone * 6 - 183, k: 0.9996, fe: 500_000, fn } };
}

/** PROJ's Krovak has every parameter by default. */
function krovak(tokens: Tokens, offset: { fe: number; fn: number }): ProjectionParameters {
  return {
    ...offset,
    lat0: numeric(tokens, 'lat_0') ?? 49.5,
    lon0: numeric(tokens, 'lon_0') ?? 24.83333333333333,
    k: numeric(tokens, 'k') ?? numeric(tokens, 'k_0') ?? 0.9999,
    colatitude: numeric(tokens, 'alpha') ?? 30.28813975277778,
    pseudoParallel: 78.5,
  };
}

function projection(tokens: Tokens): Projection | null {
  const n = (key: string): number => numeric(tokens, key) ?? 0;
  const k = numeric(tokens, 'k') ?? numeric(tokens, 'k_0') ?? 1;
  const offset = { fe: n('x_0'), fn: n('y_0') };
  const origin = { lat0: n('lat_0'), lon0: n('lon_0'), ...offset };
  const isSouth = (tokens.get('axis') ?? '').startsWith('ws');
  switch (tokens.get('proj')) {
    case 'utm':
      return utm(tokens);
    case 'tmerc':
    case 'etmerc':
      if (isSouth) return { method: 9808, parameters: { ...origin, fe: -offset.fe, fn: -offset.fn, k } };
      return { method: 9807, parameters: { ...origin, k } };
    case 'lcc':
      if (!tokens.has('lat_2') || (n('lat_1') === n('lat_2') && n('lat_1') === n('lat_0'))) {
        return { method: 9801, parameters: { ...origin, lat0: numeric(tokens, 'lat_0') ?? n('lat_1'), k } };
      }
      if (k !== 1) {
        return {
          method: 1051,
          parameters: { ...origin, sp1: n('lat_1'), sp2: n('lat_2'), ellipsoidScale: k },
        };
      }
      return { method: 9802, parameters: { ...origin, sp1: n('lat_1'), sp2: n('lat_2') } };
    case 'aea':
      return { method: 9822, parameters: { ...origin, sp1: n('lat_1'), sp2: n('lat_2') } };
    case 'merc': {
      const { lat0: _, ...rest } = origin;
      if ((tokens.get('nadgrids') ?? '') === '@null') return { method: 1024, parameters: origin };
      const ts = n('lat_ts');
      return ts === 0
        ? { method: 9804, parameters: { ...origin, lat0: 0, k } }
        : { method: 9805, parameters: { ...rest, sp1: ts } };
    }
    case 'stere': {
      const ts = numeric(tokens, 'lat_ts');
      const { lat0, ...rest } = origin;
      if (Math.abs(lat0) !== 90) return null;
      if (ts === null || Math.abs(ts) === 90) return { method: 9810, parameters: { ...origin, k } };
      return { method: 9829, parameters: { ...rest, sp1: ts } };
    }
    case 'sterea':
      return { method: 9809, parameters: { ...origin, k } };
    case 'somerc':
      return { method: 9815, parameters: { ...origin, azimuth: 90, gamma: 90, k } };
    case 'omerc': {
      if (!tokens.has('alpha')) return null;
      const azimuth = n('alpha');
      const gamma = numeric(tokens, 'gamma') ?? azimuth;
      const lon0 = numeric(tokens, 'lonc') ?? n('lon_0');
      const isNatural = tokens.has('no_uoff') || tokens.has('no_off');
      return { method: isNatural ? 9812 : 9815, parameters: { ...origin, lon0, azimuth, gamma, k } };
    }
    case 'laea':
      return { method: 9820, parameters: origin };
    case 'cass':
      return { method: tokens.has('hyperbolic') ? 9833 : 9806, parameters: origin };
    case 'poly':
      return { method: 9818, parameters: origin };
    case 'nzmg':
      return { method: 9811, parameters: origin };
    case 'krovak':
      return {
        method: tokens.get('axis') === 'swu' ? 9819 : 1041,
        parameters: krovak(tokens, offset),
      };
    case 'eqc':
      return { method: 1028, parameters: { lon0: origin.lon0, ...offset, sp1: n('lat_ts') } };
    case 'cea':
      return { method: 9835, parameters: { lon0: origin.lon0, ...offset, sp1: n('lat_ts') } };
    case 'eqearth':
      return { method: 1078, parameters: { lon0: origin.lon0, ...offset } };
    default:
      return null;
  }
}

function readHorizontal(table: CrsTable, text: string, tokens: Tokens): HorizontalCrs {
  const name = tokens.get('proj') ?? '';
  const datum = readDatum(table, tokens);
  const base: GeodeticCrs = {
    kind: 'geographic',
    name: datum.name,
    epsg: null,
    datum,
    unit: DEGREE,
    is3d: false,
  };
  if (['longlat', 'latlong', 'lonlat', 'latlon'].includes(name)) return base;
  const unit = readUnit(tokens, 'units', 'to_meter') ?? METRE;
  if (name === 'geocent') return { ...base, kind: 'geocentric', unit, is3d: true };
  if (name === '') throw fault('proj-is-missing');
  const known = projection(tokens);
  const crs: ProjectedCrs = {
    kind: 'projected',
    name: 'unnamed',
    epsg: null,
    base,
    method: known?.method ?? 0,
    conversionName: 'unnamed',
    parameters: known?.parameters ?? {},
    unit,
    axes: known?.method === 9808 ? 'ws' : known?.method === 9819 ? 'sw' : 'en',
  };
  return known ? crs : { ...crs, proj4: text.trim() };
}

function readVertical(tokens: Tokens): VerticalCrs | null {
  const unit = readUnit(tokens, 'vunits', 'vto_meter');
  const grid = tokens.get('geoidgrids');
  if (!unit && grid === undefined) return null;
  return { name: grid ? `geoid ${grid}` : '', epsg: null, datum: null, unit, direction: 'up' };
}

/** The EPSG code of `+init=epsg:32615`, or null. */
export function projInitCode(text: string): number | null {
  const match = /\+?init=epsg:(\d+)/i.exec(text);
  return match ? Number(match[1]) : null;
}

/**
 * Reads a PROJ string (`+proj=…`): units and vertical units included. A projection without an EPSG method is kept
 * unchanged. Throws `crs.proj-string`.
 */
export function readProjString(table: CrsTable, text: string): CrsDefinition {
  const tokens = tokenise(text);
  const horizontal = readHorizontal(table, text, tokens);
  return { name: null, horizontal, vertical: readVertical(tokens), compoundEpsg: null };
}
