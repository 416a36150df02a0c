/**
 * Search result for each feature of one image: its nearest neighbour in the other and the two smallest squared
 * distances.
 */
export interface NearestFeatures {
  /** Index of the nearest feature, −1 where there is none. */
  readonly nearest: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

export interface MatchOptions {
  /** Largest ratio of the distances to the nearest and the second nearest (Lowe 2004, section 7.1). */
  readonly ratio: number;
  /** Largest distance of a match; descriptors have length 512. */
  readonly maxDistance?: number;
}

/** Mutual nearest neighbours that pass the ratio test in both directions: ia, ib per match, sorted by ia. */
export function mutualMatches(
  a: NearestFeatures,
  b: NearestFeatures,
  { ratio, maxDistance = Number.POSITIVE_INFINITY }: MatchOptions,
): Uint32Array<ArrayBuffer> {
  const ratioSquared = ratio * ratio;
  const most = maxDistance * maxDistance;
  const pairs = new Uint32Array(2 * Math.min(a.nearest.length, b.nearest.length));
  let count = 0;
  for (let i = 0; i < a.nearest.length; i++) {
    const k = a.nearest[i]!;
    if (k < 0 || b.nearest[k] !== i) continue;
    const distance = a.first[i]!;
    if (distance > most || distance > ratioSquared * Math.min(a.second[i]!, b.second[k]!)) continue;
    pairs[2 * count] = i;
    pairs[2 * count + 1] = k;
    count++;
  }
  return pairs.slice(0, 2 * count);
}
