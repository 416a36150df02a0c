import { AppError } from '../../errors/app-error.ts';
import { withoutEnd } from '../../math/without-end.ts';
import { METRE, type Unit } from '../../units/units.ts';
import { parameterDefault, parameterQuantity, projectionMethod, wkt1ParameterName } from '../proj/methods.ts';
import { toProj4 } from '../proj/proj-write.ts';
import type {
  CrsDefinition,
  GeodeticCrs,
  GeodeticDatum,
  HorizontalCrs,
  ProjectedCrs,
  ProjectionParameter,
  VerticalCrs,
} from '../types.ts';

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Fifteen significant digits, as other software writes and compares. */
const digits = (value: number): string => String(Number(value.toPrecision(15)));
const authority = (epsg: number | null): string => (epsg === null ? '' : `,AUTHORITY["EPSG","${epsg}"]`);

function unitText(unit: Unit): string {
  const size = unit.kind === 'linear' ? unit.metres : unit.radians;
  return `UNIT[${quote(unit.name)},${digits(size)}${authority(unit.epsg)}]`;
}

/** WKT 1 has no spaces in datum names; a few datums have a name of their own there. */
const datumNames: Readonly<Record<number, string>> = {
  6326: 'WGS_1984',
  6322: 'WGS_1972',
  6258: 'European_Terrestrial_Reference_System_1989',
  6269: 'North_American_Datum_1983',
  6267: 'North_American_Datum_1927',
};

function datumText(datum: GeodeticDatum): string {
  const { ellipsoid } = datum;
  const name =
    (datum.epsg === null ? undefined : datumNames[datum.epsg]) ??
    withoutEnd(datum.name.replace(/[^A-Za-z0-9+-]+/g, '_'), '_');
  const spheroid = `SPHEROID[${quote(ellipsoid.name)},${digits(ellipsoid.a)},${digits(ellipsoid.inverseFlattening)}${authority(ellipsoid.epsg)}]`;
  const isDeclared = datum.shift !== null && datum.shift.operation === null && datum.epsg !== 6326;
  const shift = isDeclared ? `,TOWGS84[${datum.shift!.params.map(digits).join(',')}]` : '';
  return `DATUM[${quote(name)},${spheroid}${shift}${authority(datum.epsg)}]`;
}

function geodeticText(crs: GeodeticCrs): string {
  const { meridian } = crs.datum;
  const prime = `PRIMEM[${quote(meridian.name)},${digits(meridian.longitude)}${authority(meridian.epsg)}]`;
  const parts = [quote(crs.name), datumText(crs.datum), prime, unitText(crs.unit)];
  if (crs.kind === 'geocentric') {
    parts.push('AXIS["Geocentric X",OTHER]', 'AXIS["Geocentric Y",OTHER]', 'AXIS["Geocentric Z",NORTH]');
    return `GEOCCS[${parts.join(',')}${authority(crs.epsg)}]`;
  }
  return `GEOGCS[${parts.join(',')}${authority(crs.epsg)}]`;
}

function parameterText(crs: ProjectedCrs, parameter: ProjectionParameter): string {
  const entry = projectionMethod(crs.method)!;
  const value = crs.parameters[parameter] ?? parameterDefault(parameter);
  const quantity = parameterQuantity(parameter);
  const degree = crs.base.unit.kind === 'angular' ? (crs.base.unit.radians * 180) / Math.PI : 1;
  const inUnits =
    quantity === 'length' ? value / crs.unit.metres : quantity === 'angle' ? value / degree : value;
  return `PARAMETER["${wkt1ParameterName(entry, parameter)}",${digits(inUnits)}]`;
}

const writtenOrder: readonly ProjectionParameter[] = [
  'lat0',
  'lon0',
  'sp1',
  'sp2',
  'azimuth',
  'colatitude',
  'gamma',
  'pseudoParallel',
  'k',
  'fe',
  'fn',
];
/** Only the usual order is written: coordinates in files are x, y regardless of the authority's axis order. */
const EAST_NORTH = 'AXIS["Easting",EAST],AXIS["Northing",NORTH]';

/** WKT 1 name and parameters; Michigan's cone and the pseudo-Mercator borrow neighbours. */
function projectionText(crs: ProjectedCrs): string | null {
  if (crs.method === 1024 || crs.method === 9841) {
    const parameters = (['lon0', 'k', 'fe', 'fn'] as const).map((name) =>
      parameterText({ ...crs, method: 9804 }, name),
    );
    return `PROJECTION["Mercator_1SP"],${parameters.join(',')}`;
  }
  const entry = projectionMethod(crs.method);
  if (!entry?.wkt1) return null;
  const order =
    'lat0' in entry.parameters
      ? writtenOrder
      : (['sp1', ...writtenOrder.filter((name) => name !== 'sp1')] as const);
  const isOmitted = (name: ProjectionParameter): boolean =>
    crs.method === 9804 && name === 'lat0' && (crs.parameters.lat0 ?? 0) === 0;
  const names = order.filter((name) => name in entry.parameters && !isOmitted(name));
  return [`PROJECTION["${entry.wkt1}"]`, ...names.map((name) => parameterText(crs, name))].join(',');
}

function projectedText(crs: ProjectedCrs): string | null {
  const projection = projectionText(crs);
  if (!projection || crs.base.kind !== 'geographic') return null;
  const parts = [quote(crs.name), geodeticText({ ...crs.base, is3d: false }), projection, unitText(crs.unit)];
  if (crs.axes === 'en') parts.push(EAST_NORTH);
  if (crs.method === 1024 || crs.method === 9841)
    parts.push(`EXTENSION["PROJ4",${quote(toProj4(crs) ?? '')}]`);
  return `PROJCS[${parts.join(',')}${authority(crs.epsg)}]`;
}

function horizontalText(crs: HorizontalCrs): string | null {
  if (crs.kind === 'engineering') {
    return `LOCAL_CS[${[quote(crs.name), ...(crs.unit ? [unitText(crs.unit)] : [])].join(',')}]`;
  }
  return crs.kind === 'projected' ? projectedText(crs) : geodeticText(crs);
}

function verticalText(crs: VerticalCrs): string {
  const type = crs.datum === 'ellipsoid' ? 2002 : 2005;
  const axis = crs.direction === 'down' ? 'AXIS["Depth",DOWN]' : 'AXIS["Gravity-related height",UP]';
  const datum = `VERT_DATUM[${quote(crs.datum ?? 'unknown')},${type}]`;
  return `VERT_CS[${quote(crs.name || 'unknown')},${datum},${unitText(crs.unit ?? METRE)},${axis}${authority(crs.epsg)}]`;
}

function compose(definition: CrsDefinition): string | null {
  const { horizontal, vertical } = definition;
  if (!horizontal) return vertical?.unit ? verticalText(vertical) : null;
  const flat = horizontalText(horizontal);
  if (!flat || !vertical?.unit || horizontal.kind === 'geocentric') return flat;
  const name = `${horizontal.name} + ${vertical.name || 'unknown height'}`;
  return `COMPD_CS[${quote(name)},${flat},${verticalText(vertical)}${authority(definition.compoundEpsg)}]`;
}

/** True where `writeWkt` can write the definition. */
export function canWriteWkt(definition: CrsDefinition): boolean {
  return compose(definition) !== null;
}

/**
 * OGC WKT 1 in GDAL's flavour, as LAS record 2112 wants it: angles in the unit of the base system, lengths in
 * the unit of the projected one, codes of the EPSG dataset, a compound where a vertical system with a known
 * unit is there. Throws `crs.write-unsupported` for the few methods WKT 1 has no name for.
 */
export function writeWkt(definition: CrsDefinition): string {
  const text = compose(definition);
  if (text !== null) return text;
  throw new AppError('crs.write-unsupported', {
    name: definition.name ?? definition.horizontal?.name ?? '?',
    format: 'WKT 1',
  });
}
