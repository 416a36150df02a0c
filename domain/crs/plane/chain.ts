import type { DatumShift, GeodeticDatum, HorizontalCrs, ProjectedCrs } from '../types.ts';
import {
  type Figure,
  figureOf,
  fromMeridian,
  isNearlySame,
  latitudesToTangents,
  moveTangents,
  type Places,
  type Plane,
  tangentsToLatitudes,
} from './conformal.ts';
import { shiftDatum } from './datum-shift.ts';
import { lambertConic } from './lambert-conic.ts';
import { transverseMercator } from './transverse-mercator.ts';

const degree = Math.PI / 180;

/** Coordinates of a system, in its units, to places and back, in place: pairs of x and y, `count` of them. */
interface End {
  readonly figure: Figure;
  readonly datum: GeodeticDatum;
  toPlaces(pairs: Places, count: number): void;
  fromPlaces(pairs: Places, count: number): void;
}

/** Coordinates of one system to those of another, in place; NaN where one has no place in the other. */
export type Chain = (pairs: Float64Array, count: number) => void;

function planeOf(crs: ProjectedCrs, figure: Figure): Plane | null {
  const { lat0 = 0, lon0 = 0, sp1 = 0, sp2 = 0, k = 1, ellipsoidScale = 1, fe = 0, fn = 0 } = crs.parameters;
  const common = { lat0: lat0 * degree, lon0: lon0 * degree, k, fe, fn };
  const cone = { ...common, sp1: sp1 * degree, sp2: sp2 * degree, k: ellipsoidScale };
  if (crs.method === 9807 || crs.method === 1111) return transverseMercator(figure, common);
  if (crs.method === 9801) return lambertConic(figure, { ...cone, sp1: common.lat0, sp2: common.lat0, k });
  return crs.method === 9802 || crs.method === 1051 ? lambertConic(figure, cone) : null;
}

function projectedEnd(crs: ProjectedCrs): End | null {
  const { datum } = crs.base;
  const figure = figureOf(datum.ellipsoid);
  const plane = crs.proj4 || crs.proj4Head ? null : planeOf(crs, figure);
  if (!plane) return null;
  const { metres } = crs.unit;
  const meridian = datum.meridian.longitude * degree;
  const scale = (pairs: Places, count: number, factor: number): void => {
    if (factor !== 1) for (let i = 0; i < 2 * count; i++) pairs[i]! *= factor;
  };
  const turn = (pairs: Places, count: number, by: number): void => {
    if (by !== 0) for (let i = 0; i < 2 * count; i += 2) pairs[i]! += by;
  };
  return {
    figure,
    datum,
    toPlaces(pairs, count) {
      scale(pairs, count, metres);
      plane.inverse(pairs, count);
      turn(pairs, count, meridian);
    },
    fromPlaces(pairs, count) {
      turn(pairs, count, -meridian);
      plane.forward(pairs, count);
      scale(pairs, count, 1 / metres);
    },
  };
}

function endOf(crs: HorizontalCrs): End | null {
  if (crs.kind === 'projected') return projectedEnd(crs);
  if (crs.kind !== 'geographic' || crs.unit.kind !== 'angular') return null;
  const { datum } = crs;
  const figure = figureOf(datum.ellipsoid);
  const { radians } = crs.unit;
  const meridian = datum.meridian.longitude * degree;
  return {
    figure,
    datum,
    toPlaces(pairs, count) {
      for (let i = 0; i < 2 * count; i += 2) {
        pairs[i] = pairs[i]! * radians + meridian;
        pairs[i + 1]! *= radians;
      }
      latitudesToTangents(figure, pairs, count);
    },
    fromPlaces(pairs, count) {
      tangentsToLatitudes(figure, pairs, count);
      for (let i = 0; i < 2 * count; i += 2) {
        pairs[i] = fromMeridian(pairs[i]!, meridian) / radians;
        pairs[i + 1]! /= radians;
      }
    },
  };
}

const isNull = (shift: DatumShift): boolean => shift.params.every((value) => value === 0);

function datumStep(from: End, to: End, isSameDatum: boolean): (places: Places, count: number) => void {
  const [a, b] = [from.datum.shift, to.datum.shift];
  const isUnshifted =
    isSameDatum || !a || !b || (isNull(a) && isNull(b) && isNearlySame(from.figure, to.figure));
  if (isUnshifted) return (places, count) => moveTangents(from.figure, to.figure, places, count);
  return shiftDatum({ figure: from.figure, shift: a }, { figure: to.figure, shift: b });
}

/**
 * The computation from one system to another where both are geographic, transverse Mercator or Lambert conic and not
 * both geographic: three of four EPSG systems, and nearly all that surveys use. Null for others.
 */
export function createChain(from: HorizontalCrs, to: HorizontalCrs, isSameDatum: boolean): Chain | null {
  if (from.kind === 'geographic' && to.kind === 'geographic') return null;
  const [source, target] = [endOf(from), endOf(to)];
  if (!source || !target) return null;
  const move = datumStep(source, target, isSameDatum);
  return (pairs, count) => {
    source.toPlaces(pairs, count);
    move(pairs, count);
    target.fromPlaces(pairs, count);
  };
}

const blockSize = 1024;

/**
 * Runs a chain over flat coordinates in place, `stride` numbers a point, of which the first two are x and y; the third
 * is multiplied by `heightScale`. Returns the index of the first point without a place (points before it are done, it
 * and those after keep their coordinates), or -1.
 */
export function runChain(
  chain: Chain,
  coordinates: Float64Array,
  stride: 2 | 3,
  heightScale: number,
): number {
  const total = Math.floor(coordinates.length / stride);
  const pairs = new Float64Array(2 * Math.min(blockSize, total));
  for (let first = 0; first < total; first += blockSize) {
    const count = Math.min(blockSize, total - first);
    for (let i = 0; i < count; i++) {
      const at = (first + i) * stride;
      const isSound = Number.isFinite(coordinates[at]!) && Number.isFinite(coordinates[at + 1]!);
      pairs[2 * i] = isSound ? coordinates[at]! : Number.NaN;
      pairs[2 * i + 1] = coordinates[at + 1]!;
    }
    chain(pairs, count);
    for (let i = 0; i < count; i++) {
      const x = pairs[2 * i]!;
      const y = pairs[2 * i + 1]!;
      if (!Number.isFinite(x) || !Number.isFinite(y)) return first + i;
      const at = (first + i) * stride;
      coordinates[at] = x;
      coordinates[at + 1] = y;
      if (stride === 3) coordinates[at + 2]! *= heightScale;
    }
  }
  return -1;
}
