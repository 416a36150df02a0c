import { DEGREE, INTERNATIONAL_FOOT, METRE, type Unit, US_SURVEY_FOOT } from '../../units/units.ts';
import { parameterDefault, parameterQuantity } from '../proj/methods.ts';
import type { CrsTable } from '../table.ts';
import type { GeodeticCrs, HorizontalCrs, ProjectedCrs, ProjectionParameter } from '../types.ts';

/** ESRI's names of parameters, in the order in which they are written. */
const usual = {
  fe: 'False_Easting',
  fn: 'False_Northing',
  lon0: 'Central_Meridian',
  sp1: 'Standard_Parallel_1',
  sp2: 'Standard_Parallel_2',
  k: 'Scale_Factor',
  lat0: 'Latitude_Of_Origin',
} as const;
const centred = {
  fe: 'False_Easting',
  fn: 'False_Northing',
  k: 'Scale_Factor',
  azimuth: 'Azimuth',
  lon0: 'Longitude_Of_Center',
  lat0: 'Latitude_Of_Center',
} as const;
const krovak = {
  fe: 'False_Easting',
  fn: 'False_Northing',
  pseudoParallel: 'Pseudo_Standard_Parallel_1',
  k: 'Scale_Factor',
  colatitude: 'Azimuth',
  lon0: 'Longitude_Of_Center',
  lat0: 'Latitude_Of_Center',
} as const;

type Names = Readonly<Partial<Record<ProjectionParameter, string>>>;

/** A projection as ESRI writes it: fixed parameters have a value that the system does not state. */
interface Projection {
  readonly name: string;
  readonly names: Names;
  readonly fixed?: Readonly<Record<string, number>>;
}

function pick(...names: readonly (keyof typeof usual)[]): Names {
  return Object.fromEntries(Object.entries(usual).filter(([name]) => names.some((one) => one === name)));
}

/** The projection by EPSG method; null for those that ESRI has no known name for. Source: EPSG Guidance Note 7-2 and ESRI's list of projections. */
function projectionOf({ method, parameters }: ProjectedCrs): Projection | null {
  const { lat0 = 0, sp1 = 0, k = 1, azimuth = 0, gamma = azimuth } = parameters;
  const pole = (latitude: number) => `Stereographic_${latitude < 0 ? 'South' : 'North'}_Pole`;
  switch (method) {
    case 9807:
      return { name: 'Transverse_Mercator', names: pick('fe', 'fn', 'lon0', 'k', 'lat0') };
    case 9802:
      return { name: 'Lambert_Conformal_Conic', names: pick('fe', 'fn', 'lon0', 'sp1', 'sp2', 'lat0') };
    case 9801:
      return {
        name: 'Lambert_Conformal_Conic',
        names: pick('fe', 'fn', 'lon0', 'k', 'lat0'),
        fixed: { Standard_Parallel_1: lat0 },
      };
    case 9822:
      return { name: 'Albers', names: pick('fe', 'fn', 'lon0', 'sp1', 'sp2', 'lat0') };
    case 9829:
      return { name: pole(sp1), names: pick('fe', 'fn', 'lon0', 'sp1') };
    case 9810:
      return { name: 'Polar_Stereographic_Variant_A', names: pick('fe', 'fn', 'lon0', 'k', 'lat0') };
    case 9809:
      return { name: 'Double_Stereographic', names: pick('fe', 'fn', 'lon0', 'k', 'lat0') };
    case 9812:
    case 9815: {
      const place = method === 9812 ? 'Natural_Origin' : 'Center';
      return gamma === azimuth
        ? { name: `Hotine_Oblique_Mercator_Azimuth_${place}`, names: centred }
        : {
            name: `Rectified_Skew_Orthomorphic_${place}`,
            names: centred,
            fixed: { XY_Plane_Rotation: gamma },
          };
    }
    case 9820:
      return { name: 'Lambert_Azimuthal_Equal_Area', names: pick('fe', 'fn', 'lon0', 'lat0') };
    case 9804:
      return k === 1 && lat0 === 0
        ? { name: 'Mercator', names: pick('fe', 'fn', 'lon0'), fixed: { Standard_Parallel_1: 0 } }
        : null;
    case 9805:
      return { name: 'Mercator', names: pick('fe', 'fn', 'lon0', 'sp1') };
    case 1024:
      return {
        name: 'Mercator_Auxiliary_Sphere',
        names: pick('fe', 'fn', 'lon0'),
        fixed: { Standard_Parallel_1: 0, Auxiliary_Sphere_Type: 0 },
      };
    case 9818:
      return { name: 'Polyconic', names: pick('fe', 'fn', 'lon0', 'lat0') };
    case 1041:
      return { name: 'Krovak', names: krovak, fixed: { X_Scale: -1, Y_Scale: 1, XY_Plane_Rotation: 90 } };
    case 9819:
      return { name: 'Krovak', names: krovak, fixed: { X_Scale: 1, Y_Scale: 1, XY_Plane_Rotation: 0 } };
    case 1028:
      return { name: 'Equidistant_Cylindrical', names: pick('fe', 'fn', 'lon0', 'sp1') };
    case 9835:
      return { name: 'Cylindrical_Equal_Area', names: pick('fe', 'fn', 'lon0', 'sp1') };
    default:
      return null;
  }
}

/** Fifteen digits, with a decimal point as ESRI writes. */
function digits(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9.+-]+/g, '_');

/** ESRI's name among the other names of a table's row, told by its form; undefined without one. */
function esriName(
  rows: readonly string[],
  code: number | null,
  column: number,
  form: RegExp,
): string | undefined {
  if (code === null) return undefined;
  const row = rows.find((each) => each.startsWith(`${code}|`));
  return row
    ?.split('|')
    [column]?.split(';')
    .find((alias) => form.test(alias));
}

const unitNames: readonly (readonly [Unit, string])[] = [
  [METRE, 'Meter'],
  [US_SURVEY_FOOT, 'Foot_US'],
  [INTERNATIONAL_FOOT, 'Foot'],
  [DEGREE, 'Degree'],
];

function unitText(unit: Unit): string {
  const size = (one: Unit) => (one.kind === 'linear' ? one.metres : one.radians);
  const known = unitNames.find(([one]) => one.kind === unit.kind && size(one) === size(unit));
  return `UNIT["${known?.[1] ?? plain(unit.name)}",${digits(size(unit))}]`;
}

/** ESRI's names of ellipsoids where they are not EPSG's. */
const figureNames: Readonly<Record<string, string>> = {
  'WGS 84': 'WGS_1984',
  'Krassowsky 1940': 'Krasovsky_1940',
  'Airy Modified 1849': 'Airy_Modified',
};

function geodeticText(crs: GeodeticCrs, { rows }: CrsTable): string {
  const { datum } = crs;
  const { ellipsoid, meridian } = datum;
  const name = esriName(rows.geodetic, crs.epsg, 8, /^GCS_/) ?? `GCS_${plain(crs.name)}`;
  const datumName = esriName(rows.datums, datum.epsg, 5, /^D_/) ?? `D_${plain(datum.name)}`;
  const figure = figureNames[ellipsoid.name] ?? plain(ellipsoid.name);
  return [
    `GEOGCS["${name}"`,
    `DATUM["${datumName}",SPHEROID["${figure}",${digits(ellipsoid.a)},${digits(ellipsoid.inverseFlattening)}]]`,
    `PRIMEM["${plain(meridian.name)}",${digits(meridian.longitude)}]`,
    `${unitText(crs.unit)}]`,
  ].join();
}

/**
 * Well-known text as ESRI's programs write it into `.prj`: without codes and axes, with their names of systems, datums
 * and projections; null where they have none for the projection, or the system has no place on the earth.
 * @param table where their names stand
 */
export function writeEsriWkt(crs: HorizontalCrs, table: CrsTable): string | null {
  if (crs.kind !== 'projected') return crs.kind === 'geographic' ? geodeticText(crs, table) : null;
  const projection = crs.base.kind === 'geographic' ? projectionOf(crs) : null;
  if (!projection) return null;
  const degree = crs.base.unit.kind === 'angular' ? crs.base.unit.radians / DEGREE.radians : 1;
  const inUnits = (parameter: ProjectionParameter): number => {
    const value = crs.parameters[parameter] ?? parameterDefault(parameter);
    const quantity = parameterQuantity(parameter);
    if (quantity === 'length') return value / crs.unit.metres;
    return quantity === 'angle' ? value / degree : value;
  };
  const parameters = [
    ...Object.entries(projection.names).map(
      ([parameter, name]) => [name, inUnits(parameter as ProjectionParameter)] as const,
    ),
    ...Object.entries(projection.fixed ?? {}),
  ];
  const name = esriName(table.rows.projected, crs.epsg, 9, /^[A-Za-z0-9]+_[\w.+-]+$/) ?? plain(crs.name);
  return [
    `PROJCS["${name}"`,
    geodeticText(crs.base, table),
    `PROJECTION["${projection.name}"]`,
    ...parameters.map(([parameter, value]) => `PARAMETER["${parameter}",${digits(value)}]`),
    `${unitText(crs.unit)}]`,
  ].join();
}
