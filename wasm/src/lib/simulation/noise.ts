/**
 * Procedural noise over the plane: every value is a function of place and seed alone. All of it is given the size of
 * the pixel that looks at it and leaves out what is finer, so that a picture shows no aliasing.
 */

/** Finaliser of MurmurHash3 over two coordinates and a seed, as a number from −1 to 1. */
// @ts-ignore: decorator
@inline
export function hash(ix: i32, iy: i32, seed: i32): f64 {
  let h = (ix * 0x27d4eb2d) ^ (iy * 0x165667b1 + seed * 0x1b873593);
  h ^= h >>> 15;
  h *= 0x85ebca6b;
  h ^= h >>> 13;
  h *= 0xc2b2ae35;
  h ^= h >>> 16;
  return <f64>h * (1.0 / 2147483648.0);
}

// @ts-ignore: decorator
@inline
export function smooth(t: f64): f64 {
  const s = min(max(t, 0.0), 1.0);
  return s * s * (3 - 2 * s);
}

/** Value noise with a lattice of 1, smooth, from −1 to 1. */
export function lattice(x: f64, y: f64, seed: i32): f64 {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const ix = <i32>fx;
  const iy = <i32>fy;
  const u = smooth(x - fx);
  const v = smooth(y - fy);
  const a = hash(ix, iy, seed);
  const b = hash(ix + 1, iy, seed);
  const c = hash(ix, iy + 1, seed);
  const d = hash(ix + 1, iy + 1, seed);
  const low = a + (b - a) * u;
  return low + (c + (d - c) * u - low) * v;
}

/**
 * Octaves of value noise from a lattice of `wave` metres downwards, each half of the one before and `gain` times as
 * strong; octaves that a pixel of `footprint` metres cannot show fade out.
 */
export function octaves(x: f64, y: f64, wave: f64, count: i32, gain: f64, footprint: f64, seed: i32): f64 {
  let sum = 0.0;
  let strength = 1.0;
  let px = x / wave;
  let py = y / wave;
  let size = wave;
  for (let k = 0; k < count; k++) {
    const weight = smooth((size / footprint - 0.6) / 0.9);
    if (weight == 0) break;
    sum += strength * weight * lattice(px, py, seed + k * 71);
    strength *= gain;
    size *= 0.5;
    const qx = 1.6 * px + 1.2 * py + 17.3;
    py = -1.2 * px + 1.6 * py - 5.7;
    px = qx;
  }
  return sum;
}

// @ts-ignore: decorator
@inline
function hash3(ix: i32, iy: i32, iz: i32, seed: i32): f64 {
  return hash(ix + iz * 7919, iy - iz * 104729, seed);
}

function lattice3(x: f64, y: f64, z: f64, seed: i32): f64 {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const fz = Math.floor(z);
  const ix = <i32>fx;
  const iy = <i32>fy;
  const iz = <i32>fz;
  const u = smooth(x - fx);
  const v = smooth(y - fy);
  const w = smooth(z - fz);
  let level = 0.0;
  for (let k = 0; k < 2; k++) {
    const a = hash3(ix, iy, iz + k, seed);
    const c = hash3(ix, iy + 1, iz + k, seed);
    const low = a + (hash3(ix + 1, iy, iz + k, seed) - a) * u;
    const high = c + (hash3(ix + 1, iy + 1, iz + k, seed) - c) * u;
    level += (low + (high - low) * v) * (k == 0 ? 1 - w : w);
  }
  return level;
}

/** `octaves` in space, for surfaces that are not plane. */
export function octaves3(
  x: f64, y: f64, z: f64, wave: f64, count: i32, gain: f64, footprint: f64, seed: i32,
): f64 {
  let sum = 0.0;
  let strength = 1.0;
  let size = wave;
  for (let k = 0; k < count; k++) {
    const weight = smooth((size / footprint - 0.6) / 0.9);
    if (weight == 0) break;
    const shift = <f64>k * 31.7;
    sum += strength * weight * lattice3(x / size + shift, y / size - shift, z / size + shift, seed + k * 71);
    strength *= gain;
    size *= 0.5;
  }
  return sum;
}

/** Round spots, at most one in each square of `cell` metres: 0 between them, else from −1 to 1. */
export function spots(x: f64, y: f64, cell: f64, share: f64, footprint: f64, seed: i32): f64 {
  const px = (0.94 * x + 0.34 * y) / cell;
  const py = (-0.34 * x + 0.94 * y) / cell;
  const fx = Math.floor(px);
  const fy = Math.floor(py);
  const ix = <i32>fx;
  const iy = <i32>fy;
  const tone = hash(ix, iy, seed);
  if (Math.abs(tone) > share) return 0;
  const radius = 0.2 + 0.1 * hash(ix, iy, seed + 1);
  const dx = px - fx - 0.5 - 0.2 * hash(ix, iy, seed + 2);
  const dy = py - fy - 0.5 - 0.2 * hash(ix, iy, seed + 3);
  const blur = max(footprint / cell, 0.04);
  const edge = smooth((radius - Math.sqrt(dx * dx + dy * dy)) / blur + 0.5);
  const seen = smooth((radius * cell) / footprint - 0.2);
  return (tone / share) * edge * seen;
}

/** Share of a pixel that a thin line covers: `distance` from its middle, of the line's `width`, all in metres. */
// @ts-ignore: decorator
@inline
export function lineCover(distance: f64, width: f64, footprint: f64): f64 {
  const half = 0.5 * footprint;
  const overlap = min(distance + half, 0.5 * width) - max(distance - half, -0.5 * width);
  return max(overlap, 0.0) / footprint;
}
