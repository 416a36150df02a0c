import type { BoxClip } from '../cloud/point-filter.ts';
import { dot } from '../math/vectors.ts';
import type { WorldPoint } from './camera.ts';
import { tall } from './clips-of-shapes.ts';

/** Handles of a box: the centre moves it, a corner rotates it, a face handle moves one face. */
export const clipHandles = ['middle', 'turn', 'left', 'right', 'front', 'back', 'bottom', 'top'] as const;
export type ClipHandle = (typeof clipHandles)[number];

/** Handles of single faces: axis and sign of the face's normal. */
const faces: Readonly<Partial<Record<ClipHandle, readonly [axis: 0 | 1 | 2, sign: -1 | 1]>>> = {
  left: [0, -1],
  right: [0, 1],
  front: [1, -1],
  back: [1, 1],
  bottom: [2, -1],
  top: [2, 1],
};

/** The axis of the box along which a face moves; null for handles of the whole box. */
export const axisOfFace = (handle: ClipHandle): 0 | 1 | 2 | null => faces[handle]?.[0] ?? null;

/** A picking ray, world coordinates; `direction` of any length. */
export interface PickingRay {
  readonly origin: WorldPoint;
  readonly direction: WorldPoint;
}

/** Minimum fraction of an edge's length to keep, so that a face never passes the opposite one. */
const minShare = 0.01;

const add = (a: WorldPoint, b: WorldPoint, by = 1): WorldPoint => [
  a[0] + b[0] * by,
  a[1] + b[1] * by,
  a[2] + b[2] * by,
];

/** One of a box's own axes, length 1. */
function axisOf({ yawRad }: BoxClip, axis: 0 | 1 | 2): WorldPoint {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
  const axes = [
    [cos, sin, 0],
    [-sin, cos, 0],
    [0, 0, 1],
  ] as const;
  return axes[axis];
}

/** Elevations of a box's bottom and top; null for an open end, which is about `tall` away. */
function endsOf({ center, half }: BoxClip): { readonly low: number | null; readonly high: number | null } {
  const isHighOpen = half[2] > 0.75 * tall;
  const isLowOpen = isHighOpen ? Math.abs(center[2]) < 0.25 * tall : half[2] > 0.25 * tall;
  return { low: isLowOpen ? null : center[2] - half[2], high: isHighOpen ? null : center[2] + half[2] };
}

/** Elevation of the handles on a box's sides; `level` where the box has no ends. */
function middleZ(box: BoxClip, level: number): number {
  const { low, high } = endsOf(box);
  return low !== null && high !== null ? box.center[2] : (low ?? high ?? level);
}

/**
 * Position of a handle; null for a face that the box does not have. `level`: the elevation of handles of a box without
 * ends.
 */
export function handlePlace(box: BoxClip, handle: ClipHandle, level: number): WorldPoint | null {
  const middle: WorldPoint = [box.center[0], box.center[1], middleZ(box, level)];
  if (handle === 'middle') return middle;
  if (handle === 'turn') return add(add(middle, axisOf(box, 0), box.half[0]), axisOf(box, 1), box.half[1]);
  const [axis, sign] = faces[handle]!;
  if (axis !== 2) return add(middle, axisOf(box, axis), sign * box.half[axis]);
  const { low, high } = endsOf(box);
  const end = sign < 0 ? low : high;
  return end === null ? null : [middle[0], middle[1], end];
}

/** A box with one face moved outwards by `by` (negative: inwards); the opposite face is fixed. */
export function moveFace(box: BoxClip, handle: ClipHandle, by: number): BoxClip {
  const face = faces[handle];
  if (!face || !Number.isFinite(by)) return box;
  const [axis, sign] = face;
  const half = box.half[axis];
  const grown = Math.max(half * minShare, half + by / 2);
  const center = add(box.center, axisOf(box, axis), sign * (grown - half));
  const halves = box.half.map((value, i) => (i === axis ? grown : value));
  return { ...box, center, half: [halves[0]!, halves[1]!, halves[2]!] };
}

/** A translated box; one without ends does not move in height. */
export function moveBox(box: BoxClip, by: WorldPoint): BoxClip {
  const { low, high } = endsOf(box);
  const center = add(box.center, by);
  const hasEnds = low !== null || high !== null;
  return { ...box, center: hasEnds ? center : [center[0], center[1], box.center[2]] };
}

/** An angle in (−π, π]. */
function normalised(angle: number): number {
  const turned = angle % (2 * Math.PI);
  if (turned > Math.PI) return turned - 2 * Math.PI;
  return turned <= -Math.PI ? turned + 2 * Math.PI : turned;
}

/** A box rotated about the vertical through its centre, radians counter-clockwise. */
export function turnBox(box: BoxClip, by: number): BoxClip {
  return { ...box, yawRad: normalised(box.yawRad + by) };
}

/** Parameter along an axis, from a point, of its closest approach to a line; null for a nearly parallel line. */
export function reachAlong(line: PickingRay, place: WorldPoint, axis: WorldPoint): number | null {
  const { origin, direction } = line;
  const between = add(place, origin, -1);
  const [aa, ab, bb] = [dot(axis, axis), dot(axis, direction), dot(direction, direction)];
  const shared = aa * bb - ab * ab;
  // For a nearly parallel line, one pixel would move the face without limit.
  if (shared < aa * bb * 1e-3) return null;
  return (ab * dot(direction, between) - bb * dot(axis, between)) / shared;
}

/** Intersection of a ray with an elevation; null where there is none in front of the eye. */
function meet({ origin, direction }: PickingRay, z: number): WorldPoint | null {
  const t = (z - origin[2]) / direction[2];
  return Number.isFinite(t) && t > 0 ? add(origin, direction, t) : null;
}

/**
 * The box after a handle of `box` was dragged from one picking ray to another, in display space or world space; the
 * unchanged box where the rays determine no movement.
 */
export function dragHandle(
  box: BoxClip,
  handle: ClipHandle,
  from: PickingRay,
  to: PickingRay,
  level: number,
): BoxClip {
  const place = handlePlace(box, handle, level);
  if (!place) return box;
  const face = faces[handle];
  if (face) {
    const outward = add([0, 0, 0], axisOf(box, face[0]), face[1]);
    const [start, end] = [reachAlong(from, place, outward), reachAlong(to, place, outward)];
    return start === null || end === null ? box : moveFace(box, handle, end - start);
  }
  const [start, end] = [meet(from, place[2]), meet(to, place[2])];
  if (!start || !end) return box;
  if (handle === 'middle') return moveBox(box, [end[0] - start[0], end[1] - start[1], 0]);
  const bearing = ([x, y]: WorldPoint) => Math.atan2(y - box.center[1], x - box.center[0]);
  return turnBox(box, bearing(end) - bearing(start));
}

/** Edges of a box as pairs of end points; those of a box without ends are at `level`. */
export function boxEdges(box: BoxClip, level: number): (readonly [WorldPoint, WorldPoint])[] {
  const { low, high } = endsOf(box);
  const [x, y] = [axisOf(box, 0), axisOf(box, 1)];
  const corner = (i: number, z: number): WorldPoint => {
    const along = i === 1 || i === 2 ? 1 : -1;
    const middle: WorldPoint = [box.center[0], box.center[1], z];
    return add(add(middle, x, along * box.half[0]), y, (i < 2 ? -1 : 1) * box.half[1]);
  };
  const known = [low, high].filter((end) => end !== null);
  const levels = known.length > 0 ? known : [level];
  const rings = levels.flatMap((z) =>
    [0, 1, 2, 3].map((i) => [corner(i, z), corner((i + 1) % 4, z)] as const),
  );
  const posts =
    levels.length > 1 ? [0, 1, 2, 3].map((i) => [corner(i, levels[0]!), corner(i, levels[1]!)] as const) : [];
  return [...rings, ...posts];
}
