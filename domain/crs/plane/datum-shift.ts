import type { DatumShift } from '../types.ts';
import { type Figure, latitudesToTangents, type Places, tangentsToLatitudes } from './conformal.ts';

const arcSecond = Math.PI / 648_000;

type Vector = readonly [number, number, number];
/** The seven parameters: metres, radians, and the factor of scale. */
type Helmert = readonly [number, number, number, number, number, number, number];

function helmertOf({ params }: DatumShift): Helmert {
  const at = (index: number): number => params[index] ?? 0;
  return [at(0), at(1), at(2), at(3) * arcSecond, at(4) * arcSecond, at(5) * arcSecond, 1 + at(6) * 1e-6];
}

/**
 * Geocentric to geographic latitude by Bowring (1985), twice: exact to 1e-15 within 100 km of the ellipsoid.
 * `p` is the distance from the axis.
 */
function latitudeOf({ a, es }: Figure, p: number, z: number): number {
  const b = a * Math.sqrt(1 - es);
  let reduced = Math.atan2(z * a, p * b);
  let latitude = 0;
  for (let step = 0; step < 2; step++) {
    const [s, c] = [Math.sin(reduced), Math.cos(reduced)];
    latitude = Math.atan2(z + ((es * a * a) / b) * s ** 3, p - es * a * c ** 3);
    reduced = Math.atan2(b * Math.sin(latitude), a * Math.cos(latitude));
  }
  return latitude;
}

/**
 * What the way back subtracts before and adds after turning: a rotation about a pivot, undone by the transposed matrix
 * about the same pivot, errs by the pivot's neighbourhood and not by the earth's radius.
 */
function pivotOf({ pivot }: DatumShift, [, , , rx, ry, rz, m]: Helmert): readonly [Vector, Vector] {
  const [x = 0, y = 0, z = 0] = pivot ?? [];
  return [
    [m * (x - rz * y + ry * z), m * (rz * x + y - rx * z), m * (-ry * x + rx * y + z)],
    [x, y, z],
  ];
}

/**
 * Moves places from one datum to another through WGS 84 by the linear seven-parameter transformation in the
 * position-vector convention (EPSG 9606, its reverse by the transposed matrix), as PROJ does, for heights of 0 over the
 * ellipsoid of the first.
 */
export function shiftDatum(
  from: { readonly figure: Figure; readonly shift: DatumShift },
  to: { readonly figure: Figure; readonly shift: DatumShift },
): (places: Places, count: number) => void {
  const [ax, ay, az, arx, ary, arz, am] = helmertOf(from.shift);
  const [tx, ty, tz, brx, bry, brz, bm] = helmertOf(to.shift);
  const [before, after] = pivotOf(to.shift, helmertOf(to.shift));
  const [bx, by, bz] = [tx + before[0], ty + before[1], tz + before[2]];
  const { a, es } = from.figure;
  return (places, count) => {
    tangentsToLatitudes(from.figure, places, count);
    for (let i = 0; i < 2 * count; i += 2) {
      const [s, c] = [Math.sin(places[i + 1]!), Math.cos(places[i + 1]!)];
      const radius = a / Math.sqrt(1 - es * s * s);
      const [x, y, z] = [
        radius * c * Math.cos(places[i]!),
        radius * c * Math.sin(places[i]!),
        radius * (1 - es) * s,
      ];
      const u = (ax + am * (x - arz * y + ary * z) - bx) / bm;
      const v = (ay + am * (arz * x + y - arx * z) - by) / bm;
      const w = (az + am * (-ary * x + arx * y + z) - bz) / bm;
      const px = after[0] + u + brz * v - bry * w;
      const py = after[1] - brz * u + v + brx * w;
      const pz = after[2] + bry * u - brx * v + w;
      places[i] = Math.atan2(py, px);
      places[i + 1] = latitudeOf(to.figure, Math.hypot(px, py), pz);
    }
    latitudesToTangents(to.figure, places, count);
  };
}
