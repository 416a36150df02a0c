import { AppError } from '../../errors/app-error.ts';
import { maxOf } from '../../math/extremes.ts';
import { eliminate, solveCholesky } from '../../math/solve.ts';
import { type Normalised, normalise, type Place } from './normalise.ts';
import { applyPlaneMap, composePlaneMaps, type PlaneMap, planeMapDivisor } from './plane-map.ts';

/** Kinds of maps from an image to the ground, from the stiffest. */
export const mapFitKinds = ['similarity', 'affine', 'projective'] as const;
export type MapFitKind = (typeof mapFitKinds)[number];

/** Pairs that determine a map of a kind. */
export const minPairs: Readonly<Record<MapFitKind, number>> = { similarity: 2, affine: 3, projective: 4 };

/** Parameters of a map of a kind: two for each pair that it needs. */
export function parameterCount(kind: MapFitKind): number {
  return 2 * minPairs[kind];
}

/** A place in an image, and the same place on the ground, x east and y north. */
export interface PlacePair {
  /** Pixels from the image's left top corner, y down. */
  readonly image: Place;
  readonly site: Place;
}

/** Places whose extent across their line is below this share of that along it lie in one line. */
const minBreadth = 1e-4;
/** Least divisor of a corner of an image, as a share of that at a pair: nearer to the horizon it has no end. */
const minDivisor = 1e-3;

/**
 * Fits the map from image to ground with the least sum of squared distances on the ground.
 * - `similarity`: turn, scale and shift, by its closed form (P. Wolf and C. Ghilani, Adjustment Computations, chapter
 *   18, two-dimensional conformal coordinate transformation). Images have y down, so the map mirrors.
 * - `affine`: normal equations (chapter 18, two-dimensional affine coordinate transformation).
 * - `projective`: linear start with a last element of 1 (chapter 18, two-dimensional projective coordinate
 *   transformation), then Gauss-Newton on the distances. In normalised places the last element is the divisor at
 *   their centroid, which is above 0 for every map that keeps them all on one side of its horizon.
 * Errors: `overlay.too-few-pairs`; `overlay.pairs-degenerate` where the places determine no map.
 */
export function fitMap(kind: MapFitKind, pairs: readonly PlacePair[]): PlaneMap {
  const missing = minPairs[kind] - pairs.length;
  if (missing > 0) throw new AppError('overlay.too-few-pairs', { what: kind, count: missing });
  const images = pairs.map(({ image: [x, y] }): Place => [x, -y]);
  const source = normalise(images);
  const target = normalise(pairs.map(({ site }) => site));
  if (!source || !target) throw degenerate(kind, 'all-places-are-one');
  if (kind !== 'similarity' && Math.min(source.breadth, target.breadth) < minBreadth) {
    throw degenerate(kind, 'all-places-in-one-line');
  }
  const map = composePlaneMaps(target.from, composePlaneMaps(fitters[kind](source, target), source.to));
  return scaled(composePlaneMaps(map, [1, 0, 0, 0, -1, 0, 0, 0, 1]));
}

/**
 * `fitMap` for an image, all of which must lie on one side of the map's horizon.
 * Errors: those of `fitMap`; `overlay.folds` where a corner lies beyond it.
 */
export function fitImageMap(
  kind: MapFitKind,
  pairs: readonly PlacePair[],
  { width, height }: { readonly width: number; readonly height: number },
): PlaneMap {
  const map = fitMap(kind, pairs);
  const [x, y] = pairs[0]!.image;
  const side = planeMapDivisor(map, x, y);
  const corners = [planeMapDivisor(map, 0, 0), planeMapDivisor(map, width, 0)];
  corners.push(planeMapDivisor(map, width, height), planeMapDivisor(map, 0, height));
  if (!corners.every((divisor) => divisor / side > minDivisor)) {
    throw new AppError('overlay.folds', { what: kind });
  }
  return map;
}

function degenerate(kind: MapFitKind, reason: string): AppError {
  return new AppError('overlay.pairs-degenerate', { what: kind, reason });
}

/** With a last element of 1 where it is not near 0. */
function scaled(map: PlaneMap): PlaneMap {
  const last = map[8];
  const isSmall = Math.abs(last) < 1e-12 * maxOf(map.map(Math.abs));
  return isSmall ? map : (map.map((value) => value / last) as unknown as PlaneMap);
}

const fitters: Readonly<Record<MapFitKind, (source: Normalised, target: Normalised) => PlaneMap>> = {
  similarity: fitSimilarity,
  affine: fitAffine,
  projective: fitProjective,
};

function fitSimilarity(source: Normalised, target: Normalised): PlaneMap {
  let [along, across, size] = [0, 0, 0];
  source.places.forEach(([x, y], i) => {
    const [u, v] = target.places[i]!;
    along += x * u + y * v;
    across += x * v - y * u;
    size += x * x + y * y;
  });
  const [a, b] = [along / size, across / size];
  if (Math.hypot(a, b) < minBreadth) throw degenerate('similarity', 'no-scale');
  return [a, -b, 0, b, a, 0, 0, 0, 1];
}

function fitAffine(source: Normalised, target: Normalised): PlaneMap {
  // Both sets of places have their centroid at 0, so the map has no shift.
  const rows = new Float64Array(8);
  source.places.forEach(([x, y], i) => {
    const [u, v] = target.places[i]!;
    const products = [x * x, x * y, x * u, x * v, y * x, y * y, y * u, y * v];
    products.forEach((product, at) => {
      rows[at]! += product;
    });
  });
  if (!eliminate(rows, 2, 2)) throw degenerate('affine', 'all-places-in-one-line');
  const map: PlaneMap = [rows[2]!, rows[6]!, 0, rows[3]!, rows[7]!, 0, 0, 0, 1];
  if (Math.abs(map[0] * map[4] - map[1] * map[3]) < minBreadth ** 2) throw degenerate('affine', 'no-scale');
  return map;
}

const steps = 20;

function fitProjective(source: Normalised, target: Normalised): PlaneMap {
  let map = firstProjective(source, target);
  let sum = sumOfSquares(map, source, target);
  for (let step = 0; step < steps; step++) {
    const next = improved(map, source, target);
    const better = next === null ? Number.NaN : sumOfSquares(next, source, target);
    if (next === null || !(better < sum)) break;
    const isSettled = sum - better <= 1e-15 * sum;
    [map, sum] = [next, better];
    if (isSettled) break;
  }
  const isFolded = source.places.some(([x, y]) => planeMapDivisor(map, x, y) <= 0);
  if (isFolded) throw degenerate('projective', 'places-on-both-sides-of-the-horizon');
  const [a, b, , d, e] = map;
  if (Math.abs(a * e - b * d) < minBreadth ** 2) throw degenerate('projective', 'no-scale');
  return map;
}

/** Least squares of the distances multiplied by their divisors. */
function firstProjective(source: Normalised, target: Normalised): PlaneMap {
  const normal = new Float64Array(64);
  const right = new Float64Array(8);
  source.places.forEach(([x, y], i) => {
    const [u, v] = target.places[i]!;
    addRow(normal, right, [x, y, 1, 0, 0, 0, -u * x, -u * y], u);
    addRow(normal, right, [0, 0, 0, x, y, 1, -v * x, -v * y], v);
  });
  return withLastOne(solveNormal(normal, right));
}

/** One Gauss-Newton step on the distances; null where it cannot be made. */
function improved(map: PlaneMap, source: Normalised, target: Normalised): PlaneMap | null {
  const normal = new Float64Array(64);
  const right = new Float64Array(8);
  source.places.forEach(([x, y], i) => {
    const w = planeMapDivisor(map, x, y);
    const [u, v] = applyPlaneMap(map, x, y);
    const [p, q, r] = [x / w, y / w, 1 / w];
    addRow(normal, right, [p, q, r, 0, 0, 0, -u * p, -u * q], target.places[i]![0] - u);
    addRow(normal, right, [0, 0, 0, p, q, r, -v * p, -v * q], target.places[i]![1] - v);
  });
  if (!solveCholesky(normal, right, 8) || !right.every(Number.isFinite)) return null;
  return map.map((value, at) => (at < 8 ? value + right[at]! : value)) as unknown as PlaneMap;
}

function addRow(normal: Float64Array, right: Float64Array, row: readonly number[], value: number): void {
  for (let i = 0; i < 8; i++) {
    right[i]! += row[i]! * value;
    for (let j = 0; j < 8; j++) normal[8 * i + j]! += row[i]! * row[j]!;
  }
}

/** Pivots below this share of the matrix's largest element mean that the system has no unique solution. */
const minPivot = 1e-11;

function solveNormal(normal: Float64Array, right: Float64Array): Float64Array {
  const kept = normal.slice();
  const isSolved = solveCholesky(normal, right, 8);
  let [largest, smallest] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 8; i++) {
    largest = Math.max(largest, kept[9 * i]!);
    smallest = Math.min(smallest, normal[9 * i]! ** 2);
  }
  if (!isSolved || smallest < minPivot * largest)
    throw degenerate('projective', 'all-places-but-one-in-a-line');
  return right;
}

function withLastOne(values: Float64Array): PlaneMap {
  return [...values, 1] as unknown as PlaneMap;
}

function sumOfSquares(map: PlaneMap, source: Normalised, target: Normalised): number {
  return source.places.reduce((sum, [x, y], i) => {
    const [u, v] = applyPlaneMap(map, x, y);
    return sum + (u - target.places[i]![0]) ** 2 + (v - target.places[i]![1]) ** 2;
  }, 0);
}
