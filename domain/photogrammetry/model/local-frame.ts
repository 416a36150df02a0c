import { createTransform } from '../../crs/transform.ts';
import type { CrsDefinition, GeodeticCrs } from '../../crs/types.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { DEGREE } from '../../units/units.ts';

/**
 * The Cartesian frame in which poses and points are computed: metres, x east, y north, z up, tangent to the ellipsoid
 * at its origin. A map projection stretches plans but not heights, so a scene is adjusted here and only its results
 * are put into the project's system. Heights of the system count as heights over its ellipsoid: a geoid's constant
 * part is a shift, its slope (under 0.1 mm a metre) is not modelled.
 */
export interface LocalFrame {
  /** World coordinates of the origin, in the units of the system. */
  readonly origin: Vec3;
  /** World coordinates (system's units) to local metres. */
  toLocal(world: Vec3): [number, number, number];
  /** Local metres to world coordinates (system's units). */
  toWorld(local: Vec3): [number, number, number];
  /** `toWorld` of many points in place; xyz, length 3n. */
  toWorldBatch(xyz: Float64Array): void;
}

const degree = Math.PI / 180;

interface Ellipsoid {
  readonly a: number;
  readonly e2: number;
}

function toGeocentric({ a, e2 }: Ellipsoid, lon: number, lat: number, h: number): [number, number, number] {
  const [sl, cl] = [Math.sin(lat * degree), Math.cos(lat * degree)];
  const n = a / Math.sqrt(1 - e2 * sl * sl);
  return [
    (n + h) * cl * Math.cos(lon * degree),
    (n + h) * cl * Math.sin(lon * degree),
    (n * (1 - e2) + h) * sl,
  ];
}

/** Geocentric to longitude, latitude (degrees) and height by fixed-point steps on the latitude (Bowring's start, 1976). */
function toGeographic({ a, e2 }: Ellipsoid, x: number, y: number, z: number): [number, number, number] {
  const p = Math.hypot(x, y);
  let lat = Math.atan2(z, p * (1 - e2));
  let h = 0;
  for (let step = 0; step < 6; step++) {
    const s = Math.sin(lat);
    const n = a / Math.sqrt(1 - e2 * s * s);
    h = p * Math.cos(lat) + z * s - (a * a) / n;
    const next = Math.atan2(z, p * (1 - (e2 * n) / (n + h)));
    if (Math.abs(next - lat) < 1e-15) break;
    lat = next;
  }
  return [Math.atan2(y, x) / degree, lat / degree, h];
}

function plainFrame(origin: Vec3, horizontal: number, vertical: number): LocalFrame {
  const toWorld = ([x, y, z]: Vec3): [number, number, number] => [
    origin[0] + x / horizontal,
    origin[1] + y / horizontal,
    origin[2] + z / vertical,
  ];
  return {
    origin,
    toWorld,
    toLocal: ([x, y, z]) => [
      (x - origin[0]) * horizontal,
      (y - origin[1]) * horizontal,
      (z - origin[2]) * vertical,
    ],
    toWorldBatch: (xyz) => mapInPlace(xyz, toWorld),
  };
}

function mapInPlace(xyz: Float64Array, map: (point: Vec3) => readonly [number, number, number]): void {
  for (let at = 0; at + 3 <= xyz.length; at += 3) {
    const [x, y, z] = map([xyz[at]!, xyz[at + 1]!, xyz[at + 2]!]);
    xyz[at] = x;
    xyz[at + 1] = y;
    xyz[at + 2] = z;
  }
}

/**
 * The frame at a place of a coordinate system. A system tied to the earth gives a true tangent frame, a local grid
 * (or none at all) one that only scales its units to metres. Throws `crs.transform-unavailable`,
 * `crs.method-unsupported`.
 * @param system null for a scene without any system: world and local coordinates are the same metres
 * @param origin world coordinates of the frame's origin
 */
export function createLocalFrame(system: CrsDefinition | null, origin: Vec3): LocalFrame {
  const horizontal = system?.horizontal ?? null;
  const vertical = system?.vertical?.unit?.metres;
  if (!system || !horizontal) return plainFrame(origin, 1, vertical ?? 1);
  if (horizontal.kind === 'engineering') {
    const metres = horizontal.unit?.metres ?? 1;
    return plainFrame(origin, metres, vertical ?? metres);
  }
  if (horizontal.kind === 'geocentric') {
    throw new AppError('crs.transform-unavailable', { from: horizontal.name, to: 'east-north-up' });
  }
  const base: GeodeticCrs = horizontal.kind === 'projected' ? horizontal.base : horizontal;
  const degrees: GeodeticCrs = { ...base, kind: 'geographic', is3d: false, unit: DEGREE };
  const { a, inverseFlattening } = base.datum.ellipsoid;
  const f = inverseFlattening === 0 ? 0 : 1 / inverseFlattening;
  const ellipsoid: Ellipsoid = { a, e2: f * (2 - f) };
  const metresUp = vertical ?? (horizontal.kind === 'projected' ? horizontal.unit.metres : 1);
  const there = createTransform({ horizontal, vertical: null }, { horizontal: degrees, vertical: null });
  const back = there.inverse();

  const [lon0 = 0, lat0 = 0] = there.point([origin[0], origin[1]]);
  const centre = toGeocentric(ellipsoid, lon0, lat0, origin[2] * metresUp);
  const [sl, cl] = [Math.sin(lat0 * degree), Math.cos(lat0 * degree)];
  const [so, co] = [Math.sin(lon0 * degree), Math.cos(lon0 * degree)];

  /** Local metres to longitude, latitude and height over the ellipsoid in metres. */
  const toGeographicPlace = ([e, n, u]: Vec3): [number, number, number] =>
    toGeographic(
      ellipsoid,
      centre[0] - so * e - sl * co * n + cl * co * u,
      centre[1] + co * e - sl * so * n + cl * so * u,
      centre[2] + cl * n + sl * u,
    );
  const toWorld = (local: Vec3): [number, number, number] => {
    const [lon, lat, h] = toGeographicPlace(local);
    const [wx = 0, wy = 0] = back.point([lon, lat]);
    return [wx, wy, h / metresUp];
  };
  return {
    origin,
    toWorld,
    toLocal: ([x, y, z]) => {
      const [lon = 0, lat = 0] = there.point([x, y]);
      const place = toGeocentric(ellipsoid, lon, lat, z * metresUp);
      const [dx, dy, dz] = [place[0] - centre[0], place[1] - centre[1], place[2] - centre[2]];
      return [
        -so * dx + co * dy,
        -sl * co * dx - sl * so * dy + cl * dz,
        cl * co * dx + cl * so * dy + sl * dz,
      ];
    },
    toWorldBatch: (xyz) => {
      mapInPlace(xyz, toGeographicPlace);
      back.batch(xyz, 3);
      for (let at = 2; at < xyz.length; at += 3) xyz[at]! /= metresUp;
    },
  };
}
