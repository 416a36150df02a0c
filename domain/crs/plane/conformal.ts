import type { Ellipsoid } from '../types.ts';
import { sineCosine } from './sine-cosine.ts';

/**
 * Places between systems, two numbers each: longitude in radians and the tangent of the conformal latitude (the
 * latitude that makes the ellipsoid a sphere without changing angles). Conformal projections start from there, so that
 * going from one to another needs no geographic latitude.
 */
export type Places = Float64Array;

/** Figure of an ellipsoid: semi-major axis in metres, first eccentricity squared, third flattening. */
export interface Figure {
  readonly a: number;
  readonly es: number;
  readonly n: number;
}

/** A conformal projection between places and eastings and northings in metres, in place. Without a place: NaN. */
export interface Plane {
  forward(places: Places, count: number): void;
  inverse(places: Places, count: number): void;
}

/** Longitude counted from a meridian, half a turn each way. */
export function fromMeridian(longitude: number, meridian: number): number {
  const difference = longitude - meridian;
  const turn = 2 * Math.PI;
  return Math.abs(difference) <= Math.PI ? difference : difference - turn * Math.round(difference / turn);
}

export function figureOf({ a, inverseFlattening }: Ellipsoid): Figure {
  const f = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  return { a, es: f * (2 - f), n: f / (2 - f) };
}

/** Value of a polynomial, the coefficient of the lowest power first. */
export function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

/** e·atanh(e·sinφ), by which the isometric latitude of an ellipsoid is less than that of a sphere. */
export function isometricDifference(es: number, sine: number): number {
  const q = es * sine * sine;
  const series = 1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15))))));
  return es * sine * (1 + q * series);
}

const angle = new Float64Array(2);

/** The second number of `count` places from geographic latitude (radians) to tan of conformal (Karney 2011, eq. 7). NaN beyond the poles. */
export function latitudesToTangents({ es }: Figure, places: Places, count: number): void {
  for (let i = 1; i < 2 * count; i += 2) {
    const latitude = places[i]!;
    sineCosine(latitude, angle);
    const sine = angle[0]!;
    const cosine = Math.abs(angle[1]!);
    const w = isometricDifference(es, sine);
    const s = w * (1 + ((w * w) / 6) * (1 + (w * w) / 20));
    const tangent = (sine * Math.sqrt(1 + s * s) - s) / cosine;
    places[i] = Math.abs(latitude) <= Math.PI / 2 + 1e-12 ? tangent : Number.NaN;
  }
}

/** Coefficients of φ − χ in sines of multiples of 2χ, sixth order in the third flattening (Krüger 1912; Engsager and Poder 2007). */
export function latitudeSeries(n: number): Float64Array {
  return Float64Array.of(
    n * polynomial(n, [2, -2 / 3, -2, 116 / 45, 26 / 45, -2854 / 675]),
    n ** 2 * polynomial(n, [7 / 3, -8 / 5, -227 / 45, 2704 / 315, 2323 / 945]),
    n ** 3 * polynomial(n, [56 / 15, -136 / 35, -1262 / 105, 73814 / 2835]),
    n ** 4 * polynomial(n, [4279 / 630, -332 / 35, -399572 / 14175]),
    n ** 5 * polynomial(n, [4174 / 315, -144838 / 6237]),
    n ** 6 * (601676 / 22275),
  );
}

/** The way back of `latitudesToTangents`. */
export function tangentsToLatitudes({ n }: Figure, places: Places, count: number): void {
  const series = latitudeSeries(n);
  for (let i = 1; i < 2 * count; i += 2) {
    const tangent = places[i]!;
    const isPole = Math.abs(tangent) > 1e15;
    const square = 1 + tangent * tangent;
    const sine = isPole ? 0 : (2 * tangent) / square;
    const twice = isPole ? -2 : (2 * (1 - tangent * tangent)) / square;
    let next = 0;
    let sum = series[5]!;
    for (let k = 4; k >= 0; k--) {
      const above = sum;
      sum = series[k]! + twice * sum - next;
      next = above;
    }
    places[i] = Math.atan(tangent) + sine * sum;
  }
}

/** Ellipsoids this near (GRS 1980 and WGS 84) differ by less than 0.2 mm, which a first-order step carries exactly. */
export const isNearlySame = (a: Figure, b: Figure): boolean => a.a === b.a && Math.abs(a.es - b.es) < 1e-10;

/** Tangents of conformal latitudes of one ellipsoid to those of another, geographic latitudes staying as they are. */
export function moveTangents(from: Figure, to: Figure, places: Places, count: number): void {
  if (from.es === to.es) return;
  if (!isNearlySame(from, to)) {
    tangentsToLatitudes(from, places, count);
    latitudesToTangents(to, places, count);
    return;
  }
  const change = from.es - to.es;
  for (let i = 1; i < 2 * count; i += 2) {
    const tangent = places[i]!;
    const secant = Math.sqrt(1 + tangent * tangent);
    const conformal = tangent / secant;
    const sine = conformal * (1 + from.es / (secant * secant));
    if (Number.isFinite(secant)) {
      places[i] = tangent + secant * change * sine * (1 + (2 / 3) * from.es * sine * sine);
    }
  }
}
