import type { PairMatches } from '../model/features.ts';

/** Connected components of photos by pairs, each in ascending order, largest first (ties by the first photo). */
export function connectedPhotos(count: number, pairs: readonly Pick<PairMatches, 'a' | 'b'>[]): number[][] {
  const parent = Int32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  for (const { a, b } of pairs) {
    const [x, y] = [find(a), find(b)];
    if (x !== y) parent[Math.max(x, y)] = Math.min(x, y);
  }
  const sets = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const root = find(i);
    const set = sets.get(root);
    if (set) set.push(i);
    else sets.set(root, [i]);
  }
  return [...sets.values()]
    .filter((set) => set.length > 1)
    .sort((p, q) => q.length - p.length || p[0]! - q[0]!);
}
