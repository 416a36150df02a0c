import type { Reconstruction } from '../model/reconstruction.ts';

/** Two photos (indices into the reconstruction's photos, a < b) and the number of their common tie points. */
export interface MatchLink {
  readonly a: number;
  readonly b: number;
  readonly points: number;
}

/**
 * Counts the common tie points of each pair of photos; pairs are sorted by a, then b. The cost is quadratic in the
 * observations per point, not in the number of photos.
 */
export function matchGraphOf({ photos, observations }: Reconstruction): MatchLink[] {
  const links = new Map<number, number>();
  const { point, photo, count } = observations;
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && point[end] === point[start]) end++;
    for (let i = start; i < end; i++) {
      for (let j = i + 1; j < end; j++) {
        const [a, b] = [Math.min(photo[i]!, photo[j]!), Math.max(photo[i]!, photo[j]!)];
        if (a !== b) links.set(a * photos.length + b, (links.get(a * photos.length + b) ?? 0) + 1);
      }
    }
    start = end;
  }
  return [...links]
    .sort(([one], [other]) => one - other)
    .map(([key, points]) => ({
      a: Math.floor(key / photos.length),
      b: key % photos.length,
      points,
    }));
}
