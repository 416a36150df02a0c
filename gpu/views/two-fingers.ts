import { maxOf, minOf } from '#domain/math/extremes.ts';
/** A finger on the image, CSS pixels. */
export interface Finger {
  readonly x: number;
  readonly y: number;
}

export type FingerPair = readonly [Finger, Finger];

/** The camera move of one step of a two-finger gesture. */
export interface FingerMove {
  /** Previous and current middle between the fingers, CSS pixels. */
  readonly from: Finger;
  readonly to: Finger;
  /** Above 1 zooms in. */
  readonly zoom: number;
  /** Turn of the line between the fingers, clockwise in the image, radians. */
  readonly turnRad: number;
}

/** A pair of fingers either holds the ground (moves, scales and turns it) or tilts the view. */
export type FingerIntent = 'undecided' | 'hold' | 'tilt';

/** Movement below which the intent of two fingers is undecided, CSS pixels. */
const decidePx = 8;
/** Finger distance below which scale and turn are unreliable, CSS pixels. */
const nearestPx = 24;

function middle([a, b]: FingerPair): Finger {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The intent of two fingers, from their start and current positions: side by side and both up or down tilts. */
export function intentOf(began: FingerPair, now: FingerPair): FingerIntent {
  const moved = [0, 1].map((i) => ({
    dx: now[i]!.x - began[i]!.x,
    dy: now[i]!.y - began[i]!.y,
  }));
  const farthest = maxOf(moved.map(({ dx, dy }) => Math.hypot(dx, dy)));
  if (farthest < decidePx) return 'undecided';
  const [a, b] = began;
  const areSideBySide = Math.abs(a.y - b.y) < Math.abs(a.x - b.x);
  const areUpright = moved.every(({ dx, dy }) => Math.abs(dy) > 2 * Math.abs(dx));
  const isTogether = Math.sign(moved[0]!.dy) === Math.sign(moved[1]!.dy);
  const nearest = minOf(moved.map(({ dy }) => Math.abs(dy)));
  return areSideBySide && areUpright && isTogether && nearest * 2 > farthest ? 'tilt' : 'hold';
}

/** The step from one pair of fingers to the next. */
export function moveOf(before: FingerPair, now: FingerPair): FingerMove {
  const spread = ([a, b]: FingerPair) => Math.max(nearestPx, Math.hypot(b.x - a.x, b.y - a.y));
  const bearing = ([a, b]: FingerPair) => Math.atan2(b.y - a.y, b.x - a.x);
  const turn = bearing(now) - bearing(before);
  const isSure = Math.min(spread(before), spread(now)) > nearestPx;
  return {
    from: middle(before),
    to: middle(now),
    zoom: spread(now) / spread(before),
    turnRad: isSure ? turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)) : 0,
  };
}
