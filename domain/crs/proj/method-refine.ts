import type { AxisOrder, ProjectedCrs, ProjectionParameter, ProjectionParameters } from '../types.ts';
import { compactName, projectionMethod } from './methods.ts';

/** An EPSG method and its parameters. */
export interface RefinedMethod {
  readonly method: number;
  readonly values: ProjectionParameters;
}

type Values = Partial<Record<ProjectionParameter, number>>;

function conic(values: Values): RefinedMethod {
  const { sp1, sp2 } = values;
  if (sp1 !== undefined && sp2 !== undefined) {
    const { k, ellipsoidScale, ...rest } = values;
    const scale = ellipsoidScale ?? k ?? 1;
    return scale === 1
      ? { method: 9802, values: rest }
      : { method: 1051, values: { ...rest, ellipsoidScale: scale } };
  }
  const { sp1: parallel, ...rest } = values;
  return { method: 9801, values: { ...rest, lat0: rest.lat0 ?? parallel ?? 0, k: rest.k ?? 1 } };
}

function polar(values: Values): RefinedMethod {
  const latitude = values.sp1 ?? values.lat0 ?? 90;
  const { lat0: _, sp1: __, k, ...rest } = values;
  if (Math.abs(latitude) === 90 && values.sp1 === undefined) {
    return { method: 9810, values: { ...rest, lat0: latitude, k: k ?? 1 } };
  }
  if (Math.abs(latitude) === 90) return { method: 9810, values: { ...rest, lat0: latitude, k: k ?? 1 } };
  return { method: 9829, values: { ...rest, sp1: latitude } };
}

/** ESRI's polar name with an origin off the pole and a scale factor: old software meant the oblique method. */
const isTilted = (values: Values): boolean =>
  (values.k ?? 1) !== 1 && Math.abs(values.sp1 ?? values.lat0 ?? 90) !== 90;

function krovak(
  values: Values,
  named: Readonly<Record<string, number>>,
  axes: AxisOrder | null,
): RefinedMethod {
  const { azimuth, gamma: _, ...rest } = values;
  const isSouthWest =
    axes === 'sw' || axes === 'ws' || (named['xscale'] === 1 && named['xyplanerotation'] === 0);
  const colatitude = rest.colatitude ?? azimuth ?? 0;
  return { method: isSouthWest ? 9819 : 1041, values: { ...rest, colatitude } };
}

function oblique(method: number, name: string, values: Values): RefinedMethod {
  const isSwiss = name.startsWith('swissoblique');
  const azimuth = isSwiss ? 90 : (values.azimuth ?? 0);
  const turned = azimuth < 0 ? azimuth + 360 : azimuth;
  const gamma = values.gamma ?? turned;
  return {
    method,
    values: { ...values, azimuth: turned, gamma: gamma < 0 ? gamma + 360 : gamma, k: values.k ?? 1 },
  };
}

function cylinder(values: Values): RefinedMethod {
  const { lat0, sp1, ...rest } = values;
  if (sp1 === undefined && lat0 !== undefined && lat0 !== 0)
    return { method: 9842, values: { ...rest, lat0 } };
  return { method: 1028, values: { ...rest, sp1: sp1 ?? lat0 ?? 0 } };
}

/**
 * Determines the EPSG method of a dialect's name where one name means several: WKT 1 and ESRI share names between
 * variants that differ in parameters. `named` holds every parameter as written, by its letters and digits. Null for
 * methods no EPSG system uses.
 */
export function refineMethod(
  method: number | null,
  name: string,
  values: Values,
  named: Readonly<Record<string, number>>,
  axes: AxisOrder | null,
): RefinedMethod | null {
  const key = compactName(name);
  if (key === 'lambertconformalconic' || method === 9802 || method === 9801) return conic(values);
  if (key === 'stereographicnorthpole' && isTilted(values)) {
    const { sp1, ...rest } = values;
    return { method: 9809, values: { ...rest, lat0: sp1 ?? rest.lat0 ?? 0 } };
  }
  if (key === 'polarstereographic' || key === 'stereographicnorthpole' || key === 'stereographicsouthpole') {
    return polar(values);
  }
  if (key === 'krovak') return krovak(values, named, axes);
  if (method === 9812 || method === 9815) return oblique(method, key, values);
  if (key === 'mercator' && values.sp1 === undefined) return { method: 9804, values };
  if (method === 1028) return cylinder(values);
  if (method === null || !projectionMethod(method)) return null;
  return { method, values };
}

/** EPSG methods that dialects do not distinguish, because they differ only in name or on a sphere. */
const synonyms: Readonly<Record<number, readonly number[]>> = {
  9820: [1027],
  9835: [9834],
  1028: [1029],
  9842: [9823],
  9807: [1111],
};

/** Scale at the equator of a Mercator with its scale true at a parallel (EPSG 373-7-2, Mercator variant B). */
function mercatorScale(crs: ProjectedCrs, parallel: number): number {
  const { inverseFlattening } = crs.base.datum.ellipsoid;
  const f = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  const sine = Math.sin((parallel * Math.PI) / 180);
  return Math.cos((parallel * Math.PI) / 180) / Math.sqrt(1 - f * (2 - f) * sine * sine);
}

/** The system itself and the other EPSG methods that describe the same map. */
export function equivalentForms(crs: ProjectedCrs): ProjectedCrs[] {
  const forms = [crs, ...(synonyms[crs.method] ?? []).map((method) => ({ ...crs, method }))];
  const { sp1, sp2, ...rest } = crs.parameters;
  if (crs.method === 1041 && crs.axes === 'unstated') forms.push({ ...crs, method: 9819 });
  if (crs.method === 9805) {
    forms.push({ ...crs, method: 9804, parameters: { ...rest, lat0: 0, k: mercatorScale(crs, sp1 ?? 0) } });
  }
  if (crs.method === 1028 && (sp1 ?? 0) === 0) {
    const parameters = { ...rest, lat0: 0 };
    forms.push({ ...crs, method: 9842, parameters }, { ...crs, method: 9823, parameters });
  }
  return forms;
}
