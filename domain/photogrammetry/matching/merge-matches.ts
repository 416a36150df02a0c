/**
 * Merges two match lists, the first with precedence; each feature is in one match only.
 * @param first ia, ib per match; borrowed, as is `second`
 * @returns sorted by ia
 */
export function mergeMatches(first: Uint32Array, second: Uint32Array): Uint32Array<ArrayBuffer> {
  const usedA = new Set<number>();
  const usedB = new Set<number>();
  const pairs: [number, number][] = [];
  for (const list of [first, second]) {
    for (let k = 0; k + 1 < list.length; k += 2) {
      const [a, b] = [list[k]!, list[k + 1]!];
      if (usedA.has(a) || usedB.has(b)) continue;
      usedA.add(a);
      usedB.add(b);
      pairs.push([a, b]);
    }
  }
  return Uint32Array.from(pairs.sort(([a], [b]) => a - b).flat());
}
