import { type Figure, fromMeridian, isometricDifference, type Plane } from './conformal.ts';
import { sineCosine } from './sine-cosine.ts';

/** Angles in radians, longitudes from the meridian that they are counted from, lengths in metres. */
export interface LambertConicParameters {
  readonly lat0: number;
  readonly lon0: number;
  /** Standard parallels; the same twice for a cone that touches. */
  readonly sp1: number;
  readonly sp2: number;
  readonly k: number;
  readonly fe: number;
  readonly fn: number;
}

const isPole = (latitude: number): boolean => Math.abs(latitude) > Math.PI / 2 - 1e-12;

function isometric(es: number, latitude: number): number {
  if (isPole(latitude)) return latitude > 0 ? Infinity : -Infinity;
  const sine = Math.sin(latitude);
  return Math.atanh(sine) - isometricDifference(es, sine);
}

const parallelRadius = (es: number, latitude: number): number =>
  Math.cos(latitude) / Math.sqrt(1 - es * Math.sin(latitude) ** 2);

/** A conformal latitude by its tangent and secant. */
interface Parallel {
  readonly tangent: number;
  readonly secant: number;
}

const tangentOf = (psi: number): Parallel => ({ tangent: Math.sinh(psi), secant: Math.cosh(psi) });

/**
 * Isometric latitude of a place over that of a parallel: asinh of the difference of the two hyperbolic angles, near
 * the parallel by the series of atanh (to 1e-17), so that no logarithm is computed in the usual area of surveys.
 */
function isometricFrom({ tangent, secant }: Parallel, place: number): number {
  const placeSecant = Math.sqrt(1 + place * place);
  const sine = place * secant - tangent * placeSecant;
  const t = sine / (1 + Math.sqrt(1 + sine * sine));
  if (!(Math.abs(t) < 0.12)) {
    const psi = Math.log(Math.abs(place) + placeSecant);
    return (place < 0 ? -psi : psi) - Math.asinh(tangent);
  }
  const q = t * t;
  return (
    2 *
    t *
    (1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * (1 / 15))))))))
  );
}

/** e to the power of x, near 0 by its series (to 1e-17). */
function exponential(x: number): number {
  if (!(Math.abs(x) < 0.25)) return Math.exp(x);
  const h = x / 2;
  const half =
    1 +
    h *
      (1 +
        h *
          (1 / 2) *
          (1 +
            h *
              (1 / 3) *
              (1 +
                h *
                  (1 / 4) *
                  (1 +
                    h *
                      (1 / 5) *
                      (1 +
                        h *
                          (1 / 6) *
                          (1 + h * (1 / 7) * (1 + h * (1 / 8) * (1 + h * (1 / 9) * (1 + h * (1 / 10))))))))));
  return half * half;
}

/**
 * Lambert conformal conic with one or two standard parallels (EPSG 9801, 9802, 1051; IOGP 373-7-2), by isometric
 * latitude: the inverse is as closed as the forward. Null where the parallels are symmetric to the equator or at a
 * pole, which is no cone.
 */
export function lambertConic({ a, es }: Figure, parameters: LambertConicParameters): Plane | null {
  const { lat0, lon0, sp1, sp2, k, fe, fn } = parameters;
  if (isPole(sp1) || isPole(sp2) || Math.abs(sp1 + sp2) < 1e-10) return null;
  const [psi1, psi2] = [isometric(es, sp1), isometric(es, sp2)];
  const n =
    Math.abs(sp1 - sp2) < 1e-10
      ? Math.sin(sp1)
      : Math.log(parallelRadius(es, sp1) / parallelRadius(es, sp2)) / (psi2 - psi1);
  const scale = (a * k * parallelRadius(es, sp1) * Math.exp(n * psi1)) / n;
  const rho0 = scale * Math.exp(-n * isometric(es, lat0));
  const middle = tangentOf((psi1 + psi2) / 2);
  const middleRadius = scale * Math.exp((-n * (psi1 + psi2)) / 2);
  const side = n < 0 ? -1 : 1;
  const angle = new Float64Array(2);
  return {
    forward(places, count) {
      for (let i = 0; i < 2 * count; i += 2) {
        const rho = middleRadius * exponential(-n * isometricFrom(middle, places[i + 1]!));
        sineCosine(n * fromMeridian(places[i]!, lon0), angle);
        places[i] = fe + rho * angle[0]!;
        places[i + 1] = fn + rho0 - rho * angle[1]!;
      }
    },
    inverse(places, count) {
      for (let i = 0; i < 2 * count; i += 2) {
        const x = side * (places[i]! - fe);
        const y = side * (rho0 - (places[i + 1]! - fn));
        const grown = (Math.sqrt(x * x + y * y) / (side * scale)) ** (-1 / n);
        places[i] = lon0 + Math.atan2(x, y) / n;
        places[i + 1] = (grown - 1 / grown) / 2;
      }
    },
  };
}
