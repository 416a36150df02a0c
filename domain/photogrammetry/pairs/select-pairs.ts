import { upperMedian } from '../../math/median.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { type Footprint, footprintOf, overlapShare } from './footprint.ts';
import { nearestNeighbours } from './nearest-neighbours.ts';

/** Sets up to this size are matched exhaustively when positions cannot choose. */
const exhaustiveLimit = 60;
/** Sets up to this size are always matched exhaustively. */
const alwaysExhaustive = 10;
/** Least share of the smaller footprint that two photos must have in common. */
const minOverlap = 0.12;
/** Largest angle between two view directions under which features still match, as a cosine (60 degrees). */
const minAxisCosine = 0.5;
const sectors = 8;
const perSector = 2;
const bestOverall = 6;
/** Neighbours taken as a safety net beside the overlap, and alone where no height over ground is known. */
const netNeighbours = 4;
const onlyNeighbours = 14;
/** Neighbours in the order of capture where positions are missing. */
const sequenceReach = 6;
/** Photos without a position are tried against all others up to this many pairs. */
const looseLimit = 2000;

/** A set of pairs a < b, each once. */
class PairSet {
  readonly #keys = new Set<number>();
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  add(a: number, b: number): void {
    if (a !== b) this.#keys.add(Math.min(a, b) * this.#count + Math.max(a, b));
  }

  list(): [number, number][] {
    return [...this.#keys]
      .sort((p, q) => p - q)
      .map((key) => [Math.floor(key / this.#count), key % this.#count]);
  }
}

function addAll(pairs: PairSet, indices: readonly number[]): void {
  for (let i = 0; i < indices.length; i++) {
    for (let j = i + 1; j < indices.length; j++) pairs.add(indices[i]!, indices[j]!);
  }
}

/** Pairs near in the order of capture, and at distances of powers of two so that loops can close. */
function addSequence(pairs: PairSet, photos: readonly PhotoInfo[], which: readonly number[]): void {
  const wanted = new Set(which);
  const order = photos
    .map((photo, index) => ({ index, at: photo.capturedAt ?? '', name: photo.name }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (let i = 0; i < order.length; i++) {
    for (let offset = 1; i + offset < order.length; offset += offset < sequenceReach ? 1 : offset) {
      const [a, b] = [order[i]!.index, order[i + offset]!.index];
      if (wanted.has(a) || wanted.has(b)) pairs.add(a, b);
    }
  }
}

/** Height of the ground in the local frame: stated, or from the photos' heights over their take-off point. */
function groundOf(photos: readonly PhotoInfo[], positions: readonly (Vec3 | null)[]): number | null {
  const heights: number[] = [];
  photos.forEach((photo, i) => {
    const z = positions[i]?.[2];
    const above = photo.relativeAltitudeM;
    if (z !== undefined && above !== null && above > 1) heights.push(z - above);
  });
  return upperMedian(heights) ?? null;
}

/** Whether all positions are within a metre: then they give no information on overlap. */
function areOnePlace(positions: readonly Vec3[]): boolean {
  const reach = [0, 1, 2].map((c) => {
    const values = positions.map((p) => p[c]!);
    return (
      values.reduce((m, v) => Math.max(m, v), -Infinity) - values.reduce((m, v) => Math.min(m, v), Infinity)
    );
  });
  return Math.hypot(...reach) < 1;
}

interface Partner {
  readonly index: number;
  readonly overlap: number;
  readonly sector: number;
}

/** For each photo the partners with the most overlap, spread over directions. */
function addOverlapping(
  pairs: PairSet,
  placed: readonly number[],
  prints: readonly (Footprint | null)[],
  positions: readonly (Vec3 | null)[],
): void {
  const partners = new Map<number, Partner[]>(placed.map((i) => [i, []]));
  const sweep = placed.filter((i) => prints[i]).sort((i, j) => prints[i]!.minX - prints[j]!.minX || i - j);
  for (let s = 0; s < sweep.length; s++) {
    const a = sweep[s]!;
    const fa = prints[a]!;
    for (let t = s + 1; t < sweep.length; t++) {
      const b = sweep[t]!;
      const fb = prints[b]!;
      if (fb.minX > fa.maxX) break;
      if (fb.minY > fa.maxY || fb.maxY < fa.minY || !areAlike(fa.axis, fb.axis)) continue;
      const overlap = overlapShare(fa, fb);
      if (overlap < minOverlap) continue;
      const azimuth = Math.atan2(positions[b]![1] - positions[a]![1], positions[b]![0] - positions[a]![0]);
      const sector = Math.floor((azimuth / (2 * Math.PI) + 1 + 0.5 / sectors) * sectors) % sectors;
      partners.get(a)!.push({ index: b, overlap, sector });
      partners.get(b)!.push({ index: a, overlap, sector: (sector + sectors / 2) % sectors });
    }
  }
  for (const [photo, list] of partners) {
    list.sort((p, q) => q.overlap - p.overlap || p.index - q.index);
    const taken = new Array<number>(sectors).fill(0);
    list.forEach(({ index, sector }, rank) => {
      if (taken[sector]! < perSector || rank < bestOverall) pairs.add(photo, index);
      taken[sector]!++;
    });
  }
}

function areAlike(a: Vec3 | null, b: Vec3 | null): boolean {
  return !a || !b || a[0] * b[0] + a[1] * b[1] + a[2] * b[2] >= minAxisCosine;
}

/**
 * Whether positions leave the overlaps undetermined in a set too large to match every pair: appearance is then used.
 */
export function wantsAppearance(positionsLocal: readonly (Vec3 | null)[]): boolean {
  const placed = positionsLocal.filter((position) => position !== null);
  const loose = positionsLocal.length - placed.length;
  const hasPlaces = placed.length > 1 && !areOnePlace(placed);
  if (!hasPlaces) return positionsLocal.length > exhaustiveLimit;
  return loose * positionsLocal.length > looseLimit;
}

/**
 * Pairs of photos worth matching: those whose view footprints on level ground overlap (position, height over ground,
 * attitude where known), at most some two dozen a photo and spread over all directions, and the nearest neighbours as
 * a safety net for wrong attitudes. Without positions, or with all at one place: every pair of a small set, else
 * pairs near in the order of capture (where `wantsAppearance`, `selectPairsByAppearance` adds to those). Photos without
 * a position among others are tried against all where that is few. The number of pairs grows linearly with the photos.
 * @param positionsLocal local metres, z up; null where a photo has none
 * @param groundHeight height of the ground in that frame where it is known
 * @returns pairs a < b in rising order
 */
export function selectPairs(
  photos: readonly PhotoInfo[],
  positionsLocal: readonly (Vec3 | null)[],
  groundHeight?: number,
): [number, number][] {
  const pairs = new PairSet(photos.length);
  const all = photos.map((_, i) => i);
  const placed = all.filter((i) => positionsLocal[i]);
  const loose = all.filter((i) => !positionsLocal[i]);
  const hasPlaces = placed.length > 1 && !areOnePlace(placed.map((i) => positionsLocal[i]!));
  if (photos.length <= alwaysExhaustive || (!hasPlaces && photos.length <= exhaustiveLimit)) {
    addAll(pairs, all);
    return pairs.list();
  }
  if (!hasPlaces) {
    addSequence(pairs, photos, all);
    return pairs.list();
  }
  const ground = groundHeight ?? groundOf(photos, positionsLocal);
  const prints = photos.map((photo, i) => {
    const position = positionsLocal[i];
    if (!position || ground === null || !(position[2] - ground > 1)) return null;
    return footprintOf(photo, position, position[2] - ground);
  });
  addOverlapping(pairs, placed, prints, positionsLocal);
  const near = nearestNeighbours(
    placed.map((i) => positionsLocal[i]!),
    onlyNeighbours,
  );
  placed.forEach((i, k) => {
    const reach = prints[i] ? netNeighbours : onlyNeighbours;
    for (const j of near[k]!.slice(0, reach)) pairs.add(i, placed[j]!);
  });
  if (loose.length * photos.length <= looseLimit) for (const i of loose) for (const j of all) pairs.add(i, j);
  else addSequence(pairs, photos, loose);
  return pairs.list();
}
