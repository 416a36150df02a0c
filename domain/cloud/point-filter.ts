import { isInRing } from '../geometry/plane/ring.ts';
import { maxOf, minOf } from '../math/extremes.ts';
import type { Vec3 } from '../math/vectors.ts';

/** What a return is among those of its pulse; a cloud without return numbers has none of these. */
export type ReturnKind = 'single' | 'first' | 'middle' | 'last';

/** All kinds of returns; their order is that of the bits the shader tests. */
export const returnKinds: readonly ReturnKind[] = ['single', 'first', 'middle', 'last'];

interface ClipBase {
  /** Unique among the clips. */
  readonly id: string;
  /** True hides points inside; false hides all others. */
  readonly isInverted: boolean;
}

/** A box standing upright, world coordinates. */
export interface BoxClip extends ClipBase {
  readonly kind: 'box';
  readonly center: Vec3;
  /** Half of the edges, along the box's own axes; infinite where it has no ends. */
  readonly half: Vec3;
  /** From east to the box's first axis, radians counter-clockwise. */
  readonly yawRad: number;
}

/** A column over a ring, without end upwards and downwards. `ring` is xy per vertex, length 2n, not closed. */
export interface PolygonClip extends ClipBase {
  readonly kind: 'polygon';
  readonly ring: readonly number[];
}

/** An upright wall along a line, world coordinates. */
export interface SliceClip extends ClipBase {
  readonly kind: 'slice';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Across the line, horizontal units. */
  readonly width: number;
}

export type PointClip = BoxClip | PolygonClip | SliceClip;

/** Which points are seen: drawn, picked, measured and exported. */
export interface PointFilter {
  /** LAS classes that are not seen. */
  readonly hiddenClasses: readonly number[];
  readonly hiddenReturns: readonly ReturnKind[];
  /** Elevations seen, both ends included, vertical unit of the cloud; null sees all. */
  readonly seenElevations: readonly [low: number, high: number] | null;
  /** Times seen, both ends included, as the file stores them; null sees all. */
  readonly seenTimes: readonly [low: number, high: number] | null;
  /** A point is visible if it is in any clip that is not inverted, if there is one, and in none that is. */
  readonly clips: readonly PointClip[];
}

function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)])) as T;
}

/** The filter of what holds one, copied to plain data that can cross to a worker. */
export function plainFilter(filter: PointFilter): PointFilter {
  const { hiddenClasses, hiddenReturns, seenElevations, seenTimes, clips } = filter;
  return plain({ hiddenClasses, hiddenReturns, seenElevations, seenTimes, clips });
}

/** The attribute of a point that the filter tests; null where the cloud does not have it, which no filter hides. */
export interface FilterPoint {
  readonly position: Vec3;
  readonly classification: number | null;
  readonly returnNumber: number | null;
  readonly numberOfReturns: number | null;
  readonly gpsTime: number | null;
}

/** The filter that hides nothing. */
export const seeAll: PointFilter = {
  hiddenClasses: [],
  hiddenReturns: [],
  seenElevations: null,
  seenTimes: null,
  clips: [],
};

/** A slice as the box it is. */
export function sliceBox({ id, isInverted, from, to, width }: SliceClip): BoxClip {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return {
    kind: 'box',
    id,
    isInverted,
    center: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0],
    half: [Math.hypot(dx, dy) / 2, width / 2, Number.POSITIVE_INFINITY],
    yawRad: Math.atan2(dy, dx),
  };
}

/** What a point's return is; null for a cloud without return numbers. A count of 0 is taken as 1. */
export function returnKind(number: number | null, count: number | null): ReturnKind | null {
  if (number === null || count === null) return null;
  if (count <= 1) return 'single';
  if (number <= 1) return 'first';
  return number >= count ? 'last' : 'middle';
}

function isInBox({ center, half, yawRad }: BoxClip, [x, y, z]: Vec3): boolean {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
  const [dx, dy] = [x - center[0], y - center[1]];
  return (
    Math.abs(dx * cos + dy * sin) <= half[0] &&
    Math.abs(dy * cos - dx * sin) <= half[1] &&
    Math.abs(z - center[2]) <= half[2]
  );
}

/** Whether a place lies inside a clip, regardless of inversion. */
export function isInClip(clip: PointClip, position: Vec3): boolean {
  if (clip.kind === 'polygon') return isInRing(clip.ring, position[0], position[1]);
  return isInBox(clip.kind === 'box' ? clip : sliceBox(clip), position);
}

function isUnclipped(clips: readonly PointClip[], position: Vec3): boolean {
  let isWanted = true;
  let isFound = false;
  for (const clip of clips) {
    const isInside = isInClip(clip, position);
    if (clip.isInverted && isInside) return false;
    if (clip.isInverted) continue;
    isWanted = false;
    isFound ||= isInside;
  }
  return isWanted || isFound;
}

/** Whether a point is visible. The shader has the same test (`shaders/common/point-filter.wgsl`). */
export function isPointSeen(filter: PointFilter, point: FilterPoint): boolean {
  const { classification, gpsTime, position } = point;
  if (classification !== null && filter.hiddenClasses.includes(classification)) return false;
  const kind = returnKind(point.returnNumber, point.numberOfReturns);
  if (kind !== null && filter.hiddenReturns.includes(kind)) return false;
  const within = (range: readonly [number, number] | null, value: number) =>
    range === null || (value >= range[0] && value <= range[1]);
  if (!within(filter.seenElevations, position[2])) return false;
  if (gpsTime !== null && !within(filter.seenTimes, gpsTime)) return false;
  return isUnclipped(filter.clips, position);
}

/** Horizontal box round a clip; infinite where it has no ends. */
export function clipBounds(clip: PointClip): { min: Vec3; max: Vec3 } {
  const none = Number.POSITIVE_INFINITY;
  if (clip.kind === 'polygon') {
    const along = (axis: 0 | 1) => clip.ring.filter((_, i) => i % 2 === axis);
    const [xs, ys] = [along(0), along(1)];
    return { min: [minOf(xs), minOf(ys), -none], max: [maxOf(xs), maxOf(ys), none] };
  }
  const { center, half, yawRad } = clip.kind === 'box' ? clip : sliceBox(clip);
  const [cos, sin] = [Math.abs(Math.cos(yawRad)), Math.abs(Math.sin(yawRad))];
  const reach: Vec3 = [half[0] * cos + half[1] * sin, half[0] * sin + half[1] * cos, half[2]];
  return {
    min: [center[0] - reach[0], center[1] - reach[1], center[2] - reach[2]],
    max: [center[0] + reach[0], center[1] + reach[1], center[2] + reach[2]],
  };
}

/** False where no point of a box can be seen, so that it need not be loaded or drawn. Never false too often. */
export function mayBoxBeSeen(filter: PointFilter, min: Vec3, max: Vec3): boolean {
  const { seenElevations, clips } = filter;
  if (seenElevations && (max[2] < seenElevations[0] || min[2] > seenElevations[1])) return false;
  const wanted = clips.filter((clip) => !clip.isInverted);
  if (wanted.length === 0) return true;
  return wanted.some((clip) => {
    const bounds = clipBounds(clip);
    return ([0, 1, 2] as const).every(
      (axis) => bounds.min[axis] <= max[axis] && bounds.max[axis] >= min[axis],
    );
  });
}
