/** A stream of pseudo-random numbers that depends on its seeds alone, the same on every machine. */
export interface RandomStream {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Normal with mean 0 and standard deviation 1. */
  normal(): number;
}

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * A stream for the given seeds (whole numbers). Generator: sfc32 of Chris Doty-Humphrey's PractRand (2010), seeded
 * by the finaliser of MurmurHash3. The normal deviate is the polar method (Marsaglia and Bray, 1964).
 */
export function createRandom(...seeds: readonly number[]): RandomStream {
  let a = seeds.reduce((hash, seed) => mix(hash, seed | 0), 0x9e3779b9);
  let b = mix(a, 0x243f6a88);
  let c = mix(b, 0xb7e15162);
  let counter = 1;
  let spare = Number.NaN;

  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) next();

  function normal(): number {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    for (;;) {
      const u = 2 * next() - 1;
      const v = 2 * next() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      spare = v * factor;
      return u * factor;
    }
  }

  return { next, between: (low, high) => low + (high - low) * next(), normal };
}
