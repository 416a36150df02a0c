import type { Ellipsoid, GeodeticCrs, GeodeticDatum, HorizontalCrs, ProjectedCrs } from '../types.ts';

const names: readonly (readonly [string, number, number])[] = [
  ['GRS80', 6378137, 298.257222101],
  ['WGS84', 6378137, 298.257223563],
  ['bessel', 6377397.155, 299.1528128],
  ['intl', 6378388, 297],
  ['krass', 6378245, 298.3],
];

function ellipsoidText(ellipsoid: Ellipsoid): string {
  const { a, inverseFlattening } = ellipsoid;
  if (inverseFlattening === 0) return `+R=${a}`;
  const named = names.find(([, major, inverse]) => major === a && inverse === inverseFlattening);
  return named ? `+ellps=${named[0]}` : `+a=${a} +rf=${inverseFlattening}`;
}

function datumText(datum: GeodeticDatum): string {
  const parts: string[] = [];
  const isNull = datum.shift?.params.every((value) => value === 0);
  const { a, inverseFlattening } = datum.ellipsoid;
  if (isNull && a === 6378137 && inverseFlattening === 298.257223563) parts.push('+datum=WGS84');
  else {
    parts.push(ellipsoidText(datum.ellipsoid));
    if (datum.shift) parts.push(`+towgs84=${datum.shift.params.join(',')}`);
  }
  if (datum.meridian.longitude !== 0) parts.push(`+pm=${datum.meridian.longitude}`);
  return parts.join(' ');
}

type Writer = (crs: ProjectedCrs, value: (name: keyof ProjectedCrs['parameters']) => number) => string;

const conic = (v: Parameters<Writer>[1]): string =>
  `+lat_0=${v('lat0')} +lon_0=${v('lon0')} +lat_1=${v('sp1')} +lat_2=${v('sp2')}`;
const scaled = (v: Parameters<Writer>[1]): string => `+lat_0=${v('lat0')} +lon_0=${v('lon0')} +k=${v('k')}`;
const pole = (latitude: number): number => (latitude < 0 ? -90 : 90);

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Radius of a parallel over the semi-major axis. */
function parallelRadius(latitude: number, es: number): number {
  return Math.cos(latitude) / Math.sqrt(1 - es * Math.sin(latitude) ** 2);
}

const eccentricitySquared = ({ inverseFlattening }: Ellipsoid): number => {
  const f = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  return f * (2 - f);
};

/**
 * Longitude by which the axis of Lambert Conic Conformal (2SP Belgium), EPSG 9803, is turned: 29.2985 arc
 * seconds over the cone constant (IOGP 373-7-2). PROJ leaves the turn out.
 */
function belgianTurn(crs: ProjectedCrs, sp1: number, sp2: number): number {
  const es = eccentricitySquared(crs.base.datum.ellipsoid);
  const e = Math.sqrt(es);
  const t = (latitude: number): number => {
    const sine = e * Math.sin(latitude);
    return Math.tan(Math.PI / 4 - latitude / 2) / ((1 - sine) / (1 + sine)) ** (e / 2);
  };
  const [first, second] = [radians(sp1), radians(sp2)];
  const top = Math.log(parallelRadius(first, es)) - Math.log(parallelRadius(second, es));
  return 29.2985 / 3600 / (top / (Math.log(t(first)) - Math.log(t(second))));
}

function oblique(v: Parameters<Writer>[1], naturalOrigin: boolean): string {
  if (v('azimuth') === 90 && v('gamma') === 90) {
    return `+proj=somerc +lat_0=${v('lat0')} +lon_0=${v('lon0')} +k_0=${v('k')}`;
  }
  const origin = naturalOrigin ? '+no_uoff ' : '';
  return `+proj=omerc ${origin}+lat_0=${v('lat0')} +lonc=${v('lon0')} +alpha=${v('azimuth')} +gamma=${v('gamma')} +k=${v('k')}`;
}

const krovak = (v: Parameters<Writer>[1]): string =>
  `+proj=krovak +lat_0=${v('lat0')} +lon_0=${v('lon0')} +alpha=${v('colatitude')} +k=${v('k')}`;

const writers: Readonly<Record<number, Writer>> = {
  9807: (_, v) => `+proj=tmerc ${scaled(v)}`,
  1111: (_, v) => `+proj=tmerc ${scaled(v)}`,
  9808: (_, v) => `+proj=tmerc +axis=wsu ${scaled(v)}`,
  9801: (_, v) => `+proj=lcc +lat_1=${v('lat0')} +lat_0=${v('lat0')} +lon_0=${v('lon0')} +k_0=${v('k')}`,
  9826: (_, v) =>
    `+proj=lcc +axis=wnu +lat_1=${v('lat0')} +lat_0=${v('lat0')} +lon_0=${v('lon0')} +k_0=${v('k')}`,
  9802: (_, v) => `+proj=lcc ${conic(v)}`,
  9803: (crs, v) =>
    `+proj=lcc +lat_0=${v('lat0')} +lon_0=${v('lon0') + belgianTurn(crs, v('sp1'), v('sp2'))} +lat_1=${v('sp1')} +lat_2=${v('sp2')}`,
  1051: (_, v) => `+proj=lcc ${conic(v)} +k_0=${v('ellipsoidScale')}`,
  9822: (_, v) => `+proj=aea ${conic(v)}`,
  9806: (_, v) => `+proj=cass +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  9810: (_, v) => `+proj=stere +lat_0=${pole(v('lat0'))} +lon_0=${v('lon0')} +k=${v('k')}`,
  9828: (_, v) => `+proj=bonne +axis=wsu +lat_1=${v('lat0')} +lon_0=${v('lon0')}`,
  9832: (_, v) => `+proj=aeqd +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  9833: (_, v) => `+proj=cass +hyperbolic +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  9830: (_, v) => `+proj=stere +lat_0=${pole(v('sp1'))} +lat_ts=${v('sp1')} +lon_0=${v('lon0')}`,
  9829: (_, v) => `+proj=stere +lat_0=${pole(v('sp1'))} +lat_ts=${v('sp1')} +lon_0=${v('lon0')}`,
  9809: (_, v) => `+proj=sterea ${scaled(v)}`,
  9812: (_, v) => oblique(v, true),
  9815: (_, v) => oblique(v, false),
  9820: (_, v) => `+proj=laea +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  1027: (_, v) => `+proj=laea +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  9804: (_, v) => `+proj=merc +lon_0=${v('lon0')} +k=${v('k')}`,
  9805: (_, v) => `+proj=merc +lat_ts=${v('sp1')} +lon_0=${v('lon0')}`,
  9818: (_, v) => `+proj=poly +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  9819: (_, v) => `${krovak(v)} +axis=swu`,
  1041: (_, v) => krovak(v),
  1078: (_, v) => `+proj=eqearth +lon_0=${v('lon0')}`,
  9811: (_, v) => `+proj=nzmg +lat_0=${v('lat0')} +lon_0=${v('lon0')}`,
  1028: (_, v) => `+proj=eqc +lat_ts=${v('sp1')} +lat_0=0 +lon_0=${v('lon0')}`,
  1029: (_, v) => `+proj=eqc +lat_ts=${v('sp1')} +lat_0=0 +lon_0=${v('lon0')}`,
  9823: (_, v) => `+proj=eqc +lat_ts=${v('lat0')} +lat_0=0 +lon_0=${v('lon0')}`,
  9842: (_, v) => `+proj=eqc +lat_ts=${v('lat0')} +lat_0=0 +lon_0=${v('lon0')}`,
  9834: (_, v) => `+proj=cea +lat_ts=${v('sp1')} +lon_0=${v('lon0')}`,
  9835: (_, v) => `+proj=cea +lat_ts=${v('sp1')} +lon_0=${v('lon0')}`,
  1052: (_, v) => `+proj=col_urban +lat_0=${v('lat0')} +lon_0=${v('lon0')} +h_0=${v('height')}`,
};

/** PROJ adds false origins before it turns the axes; EPSG counts them along the turned axes. */
function offsetText(crs: ProjectedCrs, fe: number, fn: number, sp1: number): string {
  if (crs.method === 9826) return `+x_0=${-fe} +y_0=${fn}`;
  if (crs.method === 9808 || crs.method === 9828) return `+x_0=${-fe} +y_0=${-fn}`;
  if (crs.method !== 9830) return `+x_0=${fe} +y_0=${fn}`;
  const { ellipsoid } = crs.base.datum;
  const radius = ellipsoid.a * parallelRadius(radians(sp1), eccentricitySquared(ellipsoid));
  return `+x_0=${fe} +y_0=${fn + (sp1 < 0 ? -radius : radius)}`;
}

function projectedProj4(crs: ProjectedCrs): string | null {
  if (crs.proj4) return crs.proj4;
  if (crs.proj4Head) return `${crs.proj4Head} ${datumText(crs.base.datum)} ${unitText(crs)} +no_defs`;
  const value = (name: keyof ProjectedCrs['parameters']): number =>
    crs.parameters[name] ?? (name === 'k' || name === 'ellipsoidScale' ? 1 : 0);
  const units = unitText(crs);
  const offsets = offsetText(crs, value('fe'), value('fn'), value('sp1'));
  if (crs.method === 1024 || crs.method === 9841) {
    const { a } = crs.base.datum.ellipsoid;
    return `+proj=merc +a=${a} +b=${a} +lat_ts=0 +lon_0=${value('lon0')} ${offsets} +k=${value('k')} ${units} +nadgrids=@null +wktext +no_defs`;
  }
  const writer = writers[crs.method];
  if (!writer) return null;
  return `${writer(crs, value)} ${offsets} ${datumText(crs.base.datum)} ${units} +no_defs`;
}

const parallels = ' +lat_1=sp1 +lat_2=sp2 +lat_0=lat0';
/** Projections of maps without an EPSG method, by their WKT names; words are replaced by parameters. */
const mapProjections: Readonly<Record<string, string>> = {
  sinusoidal: '+proj=sinu',
  mollweide: '+proj=moll',
  robinson: '+proj=robin',
  millercylindrical: '+proj=mill',
  vandergrinten: '+proj=vandg',
  vandergrinteni: '+proj=vandg',
  eckertvi: '+proj=eck6',
  equidistantconic: `+proj=eqdc${parallels}`,
  gnomonic: '+proj=gnom +lat_0=lat0',
  orthographic: '+proj=ortho +lat_0=lat0',
  stereographic: '+proj=stere +lat_0=lat0 +k=k',
};

/**
 * The projection part of the PROJ string of a system whose projection has no EPSG method but is one of the
 * common map projections by its WKT name (letters and digits only); null for others.
 */
export function mapProjectionHead(key: string, crs: ProjectedCrs): string | null {
  const template = Object.hasOwn(mapProjections, key) ? mapProjections[key] : undefined;
  if (template === undefined) return null;
  const value = (name: keyof ProjectedCrs['parameters']): number =>
    crs.parameters[name] ?? (name === 'k' ? 1 : 0);
  const filled = template.replace(
    /=(sp1|sp2|lat0|k)\b/g,
    (_, name: 'sp1' | 'sp2' | 'lat0' | 'k') => `=${value(name)}`,
  );
  const offsets = `+lon_0=${value('lon0')} +x_0=${value('fe')} +y_0=${value('fn')}`;
  return `${filled} ${offsets}`;
}

function unitText(crs: ProjectedCrs): string {
  if (crs.unit.id === 'meters') return '+units=m';
  if (crs.unit.id === 'internationalFeet') return '+units=ft';
  if (crs.unit.id === 'usSurveyFeet') return '+units=us-ft';
  return `+to_meter=${crs.unit.metres}`;
}

function geodeticProj4(crs: GeodeticCrs): string {
  if (crs.kind === 'geocentric') return `+proj=geocent ${datumText(crs.datum)} +units=m +no_defs`;
  return `+proj=longlat ${datumText(crs.datum)} +no_defs`;
}

/**
 * The PROJ string of a system, read by proj4 and PROJ alike; x is easting (or longitude), y northing (or
 * latitude), save systems counted west or south. Null for local grids and for methods without a PROJ name.
 */
export function toProj4(crs: HorizontalCrs): string | null {
  if (crs.kind === 'engineering') return null;
  return crs.kind === 'projected' ? projectedProj4(crs) : geodeticProj4(crs);
}

/** True where coordinates of the system can be computed from latitude and longitude here. */
export function isProjectable(crs: HorizontalCrs): boolean {
  return toProj4(crs) !== null;
}
