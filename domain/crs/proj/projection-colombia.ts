/** What proj4 hands to a projection: radians, metres, eccentricity squared. */
interface ColombiaUrban {
  a: number;
  es: number;
  lat0: number;
  long0: number;
  x0: number;
  y0: number;
  h_0?: number | string;
  heightOverA: number;
  nu0: number;
  rho0: number;
  factorA: number;
  factorB: number;
  factorD: number;
}
interface Point {
  x: number;
  y: number;
}

function init(this: ColombiaUrban): void {
  const sine = Math.sin(this.lat0);
  const root = 1 - this.es * sine * sine;
  this.heightOverA = Number(this.h_0 ?? 0) / this.a;
  this.nu0 = 1 / Math.sqrt(root);
  this.rho0 = (1 - this.es) / root ** 1.5;
  this.factorA = 1 + this.heightOverA / this.nu0;
  this.factorB = Math.tan(this.lat0) / (2 * this.rho0 * this.nu0);
  this.factorD = this.rho0 * (1 + this.heightOverA / (1 - this.es));
}

function forward(this: ColombiaUrban, point: Point): Point {
  const nu = 1 / Math.sqrt(1 - this.es * Math.sin(point.y) ** 2);
  const reach = nu * Math.cos(point.y) * (point.x - this.long0);
  const middle = (this.lat0 + point.y) / 2;
  const rho = (1 - this.es) / (1 - this.es * Math.sin(middle) ** 2) ** 1.5;
  const g = 1 + this.heightOverA / rho;
  const northing = g * this.rho0 * (point.y - this.lat0 + this.factorB * reach * reach);
  return { x: this.a * this.factorA * reach + this.x0, y: this.a * northing + this.y0 };
}

function inverse(this: ColombiaUrban, point: Point): Point {
  const x = (point.x - this.x0) / this.a;
  const y = (point.y - this.y0) / this.a;
  const reach = x / this.factorA;
  let latitude = this.lat0 + y / this.factorD - this.factorB * reach * reach;
  for (let i = 0; i < 12; i++) {
    const middle = (this.lat0 + latitude) / 2;
    const rho = (1 - this.es) / (1 - this.es * Math.sin(middle) ** 2) ** 1.5;
    const g = 1 + this.heightOverA / rho;
    const next = this.lat0 + y / (g * this.rho0) - this.factorB * reach * reach;
    const isSettled = Math.abs(next - latitude) < 1e-14;
    latitude = next;
    if (isSettled) break;
  }
  const nu = 1 / Math.sqrt(1 - this.es * Math.sin(latitude) ** 2);
  return { x: this.long0 + reach / (nu * Math.cos(latitude)), y: latitude };
}

/**
 * Colombia Urban (EPSG method 1052), which proj4 lacks; IOGP 373-7-2 section 3.1.5, the reverse iterated until
 * it settles instead of the note's one step. Used by 32 EPSG systems.
 */
export const colombiaUrban = { init, forward, inverse, names: ['col_urban', 'Colombia_Urban'] };
