import type { PairMatches } from '../model/features.ts';

/** Tracks: sets of corresponding features over all photos, in compressed rows. */
export interface Tracks {
  readonly count: number;
  /** Entries of track t are start[t] … start[t + 1] − 1, in ascending order of photo; length count + 1. */
  readonly start: Uint32Array;
  /** Photo index and feature index (within the photo) of each entry, length start[count]. */
  readonly photo: Uint32Array;
  readonly feature: Uint32Array;
}

/** Disjoint-set forest of features, with circular linked lists for iterating over the members of a set. */
class FeatureSets {
  readonly parent: Int32Array;
  readonly next: Int32Array;
  readonly size: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
    this.next = Int32Array.from({ length: count }, (_, i) => i);
    this.size = new Int32Array(count).fill(1);
  }

  find(item: number): number {
    let root = item;
    while (this.parent[root] !== root) root = this.parent[root]!;
    let at = item;
    while (this.parent[at] !== root) {
      const up = this.parent[at]!;
      this.parent[at] = root;
      at = up;
    }
    return root;
  }

  /** Merges the sets of two roots (union by size, R. Tarjan, 1975) and concatenates their lists. */
  join(a: number, b: number): void {
    const [top, under] = this.size[a]! >= this.size[b]! ? [a, b] : [b, a];
    this.parent[under] = top;
    this.size[top]! += this.size[under]!;
    const kept = this.next[a]!;
    this.next[a] = this.next[b]!;
    this.next[b] = kept;
  }
}

/**
 * Merges pairwise matches into tracks. Pairs are processed by descending number of matches; a match that would put two
 * features of one photo into a track is skipped, so that of two contradictory matches the one of the pair with more
 * matches is kept. The result does not depend on the order of `pairs`.
 * @param featureCounts number of features of each photo
 * @param pairs verified matches
 */
export function buildTracks(featureCounts: readonly number[], pairs: readonly PairMatches[]): Tracks {
  const offset = new Uint32Array(featureCounts.length + 1);
  featureCounts.forEach((n, i) => {
    offset[i + 1] = offset[i]! + n;
  });
  const total = offset[featureCounts.length]!;
  const photoOf = new Uint32Array(total);
  for (let i = 0; i < featureCounts.length; i++) photoOf.fill(i, offset[i], offset[i + 1]);
  const sets = new FeatureSets(total);
  const seen = new Uint32Array(featureCounts.length);
  let stamp = 0;

  const conflicts = (a: number, b: number): boolean => {
    stamp++;
    let at = a;
    do {
      seen[photoOf[at]!] = stamp;
      at = sets.next[at]!;
    } while (at !== a);
    at = b;
    do {
      if (seen[photoOf[at]!] === stamp) return true;
      at = sets.next[at]!;
    } while (at !== b);
    return false;
  };

  const ordered = [...pairs].sort((p, q) => q.matches.length - p.matches.length || p.a - q.a || p.b - q.b);
  for (const { a, b, matches } of ordered) {
    for (let k = 0; k < matches.length; k += 2) {
      const first = sets.find(offset[a]! + matches[k]!);
      const second = sets.find(offset[b]! + matches[k + 1]!);
      if (first === second || conflicts(first, second)) continue;
      sets.join(first, second);
    }
  }
  return listTracks(sets, photoOf, offset);
}

function listTracks(sets: FeatureSets, photoOf: Uint32Array, offset: Uint32Array): Tracks {
  const total = photoOf.length;
  const trackOf = new Int32Array(total).fill(-1);
  const lengths: number[] = [];
  let entries = 0;
  for (let item = 0; item < total; item++) {
    const root = sets.find(item);
    if (sets.size[root]! < 2) continue;
    if (trackOf[root] === -1) {
      trackOf[root] = lengths.length;
      lengths.push(sets.size[root]!);
      entries += sets.size[root]!;
    }
  }
  const start = new Uint32Array(lengths.length + 1);
  lengths.forEach((n, t) => {
    start[t + 1] = start[t]! + n;
  });
  const photo = new Uint32Array(entries);
  const feature = new Uint32Array(entries);
  const filled = start.slice();
  for (let item = 0; item < total; item++) {
    const track = trackOf[sets.find(item)]!;
    if (track < 0) continue;
    const at = filled[track]!++;
    photo[at] = photoOf[item]!;
    feature[at] = item - offset[photoOf[item]!]!;
  }
  return { count: lengths.length, start, photo, feature };
}
