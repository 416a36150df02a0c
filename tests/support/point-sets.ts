/** Uniform numbers in [0, 1), the same sequence for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** xyz points from a function of their number. */
export function createPoints(
  count: number,
  place: (i: number) => readonly [number, number, number],
): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) points.set(place(i), 3 * i);
  return points;
}

/** The points in another order, which depends on the seed only. */
export function shufflePoints(points: Float64Array, seed: number): Float64Array {
  const random = createRandom(seed);
  const shuffled = points.slice();
  for (let i = points.length / 3 - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    for (let axis = 0; axis < 3; axis++) {
      const held = shuffled[3 * i + axis]!;
      shuffled[3 * i + axis] = shuffled[3 * j + axis]!;
      shuffled[3 * j + axis] = held;
    }
  }
  return shuffled;
}

/** Airborne lidar in small: a grid of `spacing` with jitter, at UTM coordinates, over rolling terrain, shuffled. */
export function createLidarPoints(side: number, seed: number, spacing = 1): Float64Array {
  const random = createRandom(seed);
  const points = createPoints(side * side, (i) => {
    const x = 500_000 + spacing * ((i % side) + 0.6 * random());
    const y = 4_649_776 + spacing * (Math.floor(i / side) + 0.6 * random());
    return [x, y, rollingHeight(x, y)];
  });
  return shufflePoints(points, seed + 1);
}

/** A smooth terrain between about 80 and 120. */
export function rollingHeight(x: number, y: number): number {
  return 100 + 12 * Math.sin(x / 50) + 8 * Math.cos(y / 70);
}
