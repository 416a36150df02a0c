import { clamp } from '../../math/clamp.ts';

/** What proj4 hands to a projection: radians, metres, eccentricity squared. */
interface Meridional {
  a: number;
  es: number;
  lat0?: number;
  long0?: number;
  x0?: number;
  y0?: number;
  hyperbolic?: unknown;
  originArc: number;
  isHyperbolic: boolean;
  series: readonly number[];
}
interface Point {
  x: number;
  y: number;
}

/** Coefficients of the meridian arc over the semi-major axis in the third flattening (Helmert 1880, to n⁵). */
function arcSeries(es: number): number[] {
  const n = (1 - Math.sqrt(1 - es)) / (1 + Math.sqrt(1 - es));
  const [n2, n3, n4, n5] = [n * n, n ** 3, n ** 4, n ** 5];
  return [
    (1 + n2 / 4 + n4 / 64) / (1 + n),
    (-1.5 * (n - n3 / 8 - n5 / 64)) / (1 + n),
    ((15 / 16) * (n2 - n4 / 4)) / (1 + n),
    ((-35 / 48) * (n3 - (5 / 16) * n5)) / (1 + n),
    ((315 / 512) * n4) / (1 + n),
    ((-693 / 1280) * n5) / (1 + n),
  ];
}

function arc(series: readonly number[], latitude: number): number {
  let length = series[0]! * latitude;
  for (let i = 1; i < series.length; i++) length += series[i]! * Math.sin(2 * i * latitude);
  return length;
}

function init(this: Meridional): void {
  this.series = arcSeries(this.es);
  this.originArc = arc(this.series, this.lat0 ?? 0);
  this.isHyperbolic = this.hyperbolic !== undefined && this.hyperbolic !== false;
}

const wrap = (longitude: number): number => {
  const turns = Math.round(longitude / (2 * Math.PI));
  return Math.abs(longitude) <= Math.PI ? longitude : longitude - turns * 2 * Math.PI;
};

function cassini(p: Meridional, longitude: number, latitude: number): [number, number] {
  const sine = Math.sin(latitude);
  const cosine = Math.cos(latitude);
  const tangent = sine / cosine;
  const nu2 = 1 / (1 - p.es * sine * sine);
  const nu = Math.sqrt(nu2);
  const t = tangent * tangent;
  const reach = longitude * cosine;
  const reach2 = reach * reach;
  const c = (p.es * cosine * cosine) / (1 - p.es);
  const x = nu * reach * (1 - reach2 * t * (1 / 6 + ((8 - t + 8 * c) * reach2) / 120));
  const y =
    arc(p.series, latitude) - p.originArc + nu * tangent * reach2 * (0.5 + ((5 - t + 6 * c) * reach2) / 24);
  if (!p.isHyperbolic) return [x, y];
  const rho = nu2 * (1 - p.es) * nu;
  return [x, y - y ** 3 / (6 * rho * nu)];
}

function american(p: Meridional, longitude: number, latitude: number): [number, number] {
  if (Math.abs(latitude) < 1e-10) return [longitude, -p.originArc];
  const sine = Math.sin(latitude);
  const radius = Math.cos(latitude) / (sine * Math.sqrt(1 - p.es * sine * sine));
  const angle = longitude * sine;
  const y = arc(p.series, latitude) - p.originArc + 2 * radius * Math.sin(angle / 2) ** 2;
  return [radius * Math.sin(angle), y];
}

type Plane = typeof cassini;

/** Newton's method on the forward formulas with numeric derivatives; settles to 1e-13 in a few rounds. */
function solve(plane: Plane, p: Meridional, x: number, y: number): [number, number] {
  let latitude = clamp((p.lat0 ?? 0) + y, -1.57, 1.57);
  let longitude = x / Math.max(0.02, Math.cos(latitude));
  const step = 1e-7;
  for (let i = 0; i < 20; i++) {
    const [fx, fy] = plane(p, longitude, latitude);
    const [ax, ay] = plane(p, longitude + step, latitude);
    const [bx, by] = plane(p, longitude, latitude + step);
    const [a, b, c, d] = [(ax - fx) / step, (bx - fx) / step, (ay - fy) / step, (by - fy) / step];
    const determinant = a * d - b * c;
    const [dx, dy] = [x - fx, y - fy];
    const moveLongitude = (d * dx - b * dy) / determinant;
    const moveLatitude = (a * dy - c * dx) / determinant;
    longitude += moveLongitude;
    latitude += moveLatitude;
    if (Math.abs(moveLongitude) + Math.abs(moveLatitude) < 1e-13) return [longitude, latitude];
  }
  return [Number.NaN, Number.NaN];
}

function projection(plane: Plane, names: string[]) {
  return {
    names,
    init,
    forward(this: Meridional, point: Point): Point {
      const [x, y] = plane(this, wrap(point.x - (this.long0 ?? 0)), point.y);
      return { x: this.a * x + (this.x0 ?? 0), y: this.a * y + (this.y0 ?? 0) };
    },
    inverse(this: Meridional, point: Point): Point {
      const x = (point.x - (this.x0 ?? 0)) / this.a;
      const y = (point.y - (this.y0 ?? 0)) / this.a;
      const [longitude, latitude] = solve(plane, this, x, y);
      return { x: wrap(longitude + (this.long0 ?? 0)), y: latitude };
    },
  };
}

/**
 * Cassini-Soldner and Hyperbolic Cassini-Soldner (EPSG 9806, 9833; IOGP 373-7-2), replacing proj4's, whose
 * meridian arc is off by 5e-5 m and which lacks the hyperbolic form.
 */
export const cassiniSoldner = projection(cassini, ['Cassini', 'Cassini_Soldner', 'cass']);

/** American Polyconic (EPSG 9818; Snyder, USGS PP 1395, eq. 18-12 to 18-15), replacing proj4's (1.5e-5 m off). */
export const polyconic = projection(american, ['Polyconic', 'American_Polyconic', 'poly']);
