import { type Figure, fromMeridian, latitudesToTangents, type Plane, polynomial } from './conformal.ts';
import { sineCosine } from './sine-cosine.ts';

export interface TransverseMercatorParameters {
  /** Radians, from the meridian that longitudes are counted from. */
  readonly lat0: number;
  readonly lon0: number;
  readonly k: number;
  /** Metres. */
  readonly fe: number;
  readonly fn: number;
}

/** Sphere to plane, α of Krüger (1912) in the third flattening (Karney 2011, eq. 35). */
function forwardSeries(n: number): Float64Array {
  return Float64Array.of(
    n * polynomial(n, [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800]),
    n ** 2 * polynomial(n, [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1983433 / 1935360]),
    n ** 3 * polynomial(n, [61 / 240, -103 / 140, 15061 / 26880, 167603 / 181440]),
    n ** 4 * polynomial(n, [49561 / 161280, -179 / 168, 6601661 / 7257600]),
    n ** 5 * polynomial(n, [34729 / 80640, -3418889 / 1995840]),
    n ** 6 * (212378941 / 319334400),
  );
}

/** Plane to sphere, β of Krüger (Karney 2011, eq. 36), signed so that both ways add. */
function inverseSeries(n: number): Float64Array {
  return Float64Array.of(
    n * polynomial(n, [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604800]),
    n ** 2 * polynomial(n, [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1118711 / 3870720]),
    n ** 3 * polynomial(n, [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720]),
    n ** 4 * polynomial(n, [4397 / 161280, -11 / 504, -830251 / 7257600]),
    n ** 5 * polynomial(n, [4583 / 161280, -108847 / 3991680]),
    n ** 6 * (20648693 / 638668800),
  ).map((value) => -value);
}

/** Beyond this distance from the central meridian, in radii, the series no longer holds (as in PROJ). */
const furthest = 2.623395162778;
/** A pole's tangent is infinite; beyond this it is one. */
const poleTangent = 1e15;
/** Series below hold to 1e-17 within these. */
const smallTurn = 0.01;
const smallTangent = 0.12;

/** atan2 for places east of north: a short series near the central meridian, the usual area of surveys. */
function bearing(east: number, north: number): number {
  const t = east / north;
  if (!(north > 0 && Math.abs(t) < smallTangent)) return Math.atan2(east, north);
  const q = t * t;
  const series =
    1 / 3 -
    q * (1 / 5 - q * (1 / 7 - q * (1 / 9 - q * (1 / 11 - q * (1 / 13 - q * (1 / 15 - q * (1 / 17)))))));
  return t * (1 - q * series);
}

/** Near 0 by its series (to 1e-17), farther away by the exponential. */
function hyperbolicSine(x: number): number {
  if (Math.abs(x) > 0.3) return Math.sinh(x);
  const q = x * x;
  return (
    x *
    (1 +
      q *
        (1 / 6) *
        (1 +
          q * (1 / 20) * (1 + q * (1 / 42) * (1 + q * (1 / 72) * (1 + q * (1 / 110) * (1 + q * (1 / 156)))))))
  );
}

/**
 * The complex sum of coefficients times sines of multiples of 2ζ, ζ = ξ + iη, by Clenshaw's recurrence: its real
 * and imaginary parts to `out`. `c` holds the six coefficients.
 */
function sumSeries(
  c: Float64Array,
  sin2: number,
  cos2: number,
  sinh2: number,
  cosh2: number,
  out: Float64Array,
): void {
  const wr = 2 * cos2 * cosh2;
  const wi = -2 * sin2 * sinh2;
  const r5 = wr * c[5]! + c[4]!;
  const i5 = wi * c[5]!;
  const r4 = wr * r5 - wi * i5 - c[5]! + c[3]!;
  const i4 = wr * i5 + wi * r5;
  const r3 = wr * r4 - wi * i4 - r5 + c[2]!;
  const i3 = wr * i4 + wi * r4 - i5;
  const r2 = wr * r3 - wi * i3 - r4 + c[1]!;
  const i2 = wr * i3 + wi * r3 - i4;
  const r1 = wr * r2 - wi * i2 - r3 + c[0]!;
  const i1 = wr * i2 + wi * r2 - i3;
  const sr = sin2 * cosh2;
  const si = cos2 * sinh2;
  out[0] = r1 * sr - i1 * si;
  out[1] = r1 * si + i1 * sr;
}

/**
 * Transverse Mercator (EPSG 9807) by Krüger's series to the sixth order: errors below a nanometre within 4000 km of
 * the central meridian. The series is summed as a complex one by Clenshaw's recurrence.
 */
export function transverseMercator(figure: Figure, parameters: TransverseMercatorParameters): Plane {
  const { a, n } = figure;
  const { lat0, lon0, k, fe, fn } = parameters;
  const radius = (k * a * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256)) / (1 + n);
  const perRadius = 1 / radius;
  const [alpha, beta] = [forwardSeries(n), inverseSeries(n)];
  const [angle, sum] = [new Float64Array(2), new Float64Array(2)];

  const forward = (places: Float64Array, count: number, y0: number): void => {
    for (let i = 0; i < 2 * count; i += 2) {
      const tangent = Math.max(-poleTangent, Math.min(poleTangent, places[i + 1]!));
      sineCosine(fromMeridian(places[i]!, lon0), angle);
      const sine = angle[0]!;
      const cosine = angle[1]!;
      const square = tangent * tangent + cosine * cosine;
      const secant = Math.sqrt(1 + tangent * tangent);
      const r = Math.sqrt(square);
      const eta = Math.log((Math.abs(sine) + secant) / r);
      sumSeries(
        alpha,
        (2 * tangent * cosine) / square,
        (cosine * cosine - tangent * tangent) / square,
        (2 * sine * secant) / square,
        1 + (2 * sine * sine) / square,
        sum,
      );
      const x = (sine < 0 ? -eta : eta) + sum[1]!;
      places[i] = Math.abs(x) <= furthest ? fe + radius * x : Number.NaN;
      places[i + 1] = y0 + radius * (Math.atan2(tangent, cosine) + sum[0]!);
    }
  };
  const origin = Float64Array.of(lon0, lat0);
  latitudesToTangents(figure, origin, 1);
  forward(origin, 1, 0);
  const y0 = fn - origin[1]!;

  return {
    forward: (places, count) => forward(places, count, y0),
    inverse(places, count) {
      for (let i = 0; i < 2 * count; i += 2) {
        const xi = (places[i + 1]! - y0) * perRadius;
        const eta = (places[i]! - fe) * perRadius;
        sineCosine(xi, angle);
        const s = angle[0]!;
        const c = angle[1]!;
        const sh = hyperbolicSine(eta);
        const ch = Math.sqrt(1 + sh * sh);
        sumSeries(beta, 2 * s * c, 1 - 2 * s * s, 2 * sh * ch, 1 + 2 * sh * sh, sum);
        const dx = sum[0]!;
        const de = sum[1]!;
        let sine = 0;
        let cosine = 0;
        let sinh = 0;
        if (Math.abs(dx) < smallTurn && Math.abs(de) < smallTurn) {
          const p = dx * dx;
          const q = de * de;
          const sd = dx * (1 - p * (1 / 6) * (1 - p * (1 / 20)));
          const cd = 1 - p * (1 / 2) * (1 - p * (1 / 12) * (1 - p * (1 / 30)));
          const shd = de * (1 + q * (1 / 6) * (1 + q * (1 / 20)));
          const chd = 1 + q * (1 / 2) * (1 + q * (1 / 12) * (1 + q * (1 / 30)));
          sine = s * cd + c * sd;
          cosine = c * cd - s * sd;
          sinh = sh * chd + ch * shd;
        } else {
          sine = Math.sin(xi + dx);
          cosine = Math.cos(xi + dx);
          sinh = Math.sinh(eta + de);
        }
        places[i] = Math.abs(eta) <= furthest ? lon0 + bearing(sinh, cosine) : Number.NaN;
        places[i + 1] = sine / Math.sqrt(sinh * sinh + cosine * cosine);
      }
    },
  };
}
