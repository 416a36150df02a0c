/**
 * Neighbours along one axis and their weights, in memory: number of the first one, their count (both i32), then a
 * weight (f64) each.
 */

/** Most taps of a filter along an axis. */
export const tapLimit: i32 = 512;

/** Bytes that taps take. */
export const tapBytes: usize = 8 + 512 * 8;

// @ts-ignore: decorator
@inline
export function firstTap(taps: usize): i32 {
  return load<i32>(taps);
}

// @ts-ignore: decorator
@inline
export function tapCount(taps: usize): i32 {
  return load<i32>(taps, 4);
}

// @ts-ignore: decorator
@inline
export function tapWeight(taps: usize, index: i32): f64 {
  return load<f64>(taps + (<usize>index << 3), 8);
}

/** Keys 1981, equation 4 (a = -1/2): the cubic of Catmull and Rom. */
// @ts-ignore: decorator
@inline
function cubicWeight(distance: f64): f64 {
  const d = abs(distance);
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1;
  return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0;
}

/**
 * Bilinear or cubic weights around a position (pixel centres at one half). Where a target pixel holds more than one
 * source pixel (`scale`) the filter is as much wider.
 */
export function filterTaps(taps: usize, isCubic: bool, position: f64, scale: f64): void {
  const width = max(1.0, scale);
  const radius = <i32>ceil((isCubic ? 2.0 : 1.0) * width);
  const before = <i32>floor(position - 0.5);
  const s = position - 0.5 - <f64>before;
  const count = min(2 * radius, tapLimit);
  store<i32>(taps, before - radius + 1);
  store<i32>(taps, count, 4);
  for (let i = 0; i < count; i++) {
    const distance = (<f64>(i - radius + 1) - s) / width;
    store<f64>(taps + (<usize>i << 3), isCubic ? cubicWeight(distance) : max(0.0, 1 - abs(distance)), 8);
  }
}

/** Shares of the source pixels that lie under a target pixel around a position. */
export function averageTaps(taps: usize, position: f64, scale: f64, length: i32): void {
  const half = scale / 2;
  const from = max(0.0, position - half);
  const to = min(<f64>length, position + half);
  const first = <i32>floor(from + 1e-10);
  const count = max(0, min(<i32>ceil(to - 1e-10) - first, tapLimit));
  store<i32>(taps, first);
  store<i32>(taps, count, 4);
  for (let i = 0; i < count; i++) {
    const pixel = <f64>(first + i);
    store<f64>(taps + (<usize>i << 3), min(to, pixel + 1) - max(from, pixel), 8);
  }
}
