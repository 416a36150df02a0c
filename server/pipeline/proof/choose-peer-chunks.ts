/** The properties that the choice depends on. */
export interface ChunkSize {
  readonly pointCount: number;
  readonly level?: number;
}

/** The number taken from each group where `wanted` are taken in all, as evenly as their sizes allow. */
function shareOut(sizes: readonly number[], wanted: number): number[] {
  const shares = sizes.map(() => 0);
  const order = sizes.map((_, index) => index).sort((a, b) => sizes[a]! - sizes[b]!);
  let left = Math.min(
    wanted,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  for (const [done, index] of order.entries()) {
    shares[index] = Math.min(sizes[index]!, Math.floor(left / (order.length - done)));
    left -= shares[index];
  }
  return shares;
}

/**
 * Chooses the chunks of a file for an independent decoder: a given number in all (or all chunks), spread evenly over
 * the levels and over the file; among neighbours one with few points. Chunks of similar size, as in a LAZ file, count
 * as one level.
 * @returns indices
 */
export function choosePeerChunks(chunks: readonly ChunkSize[], wanted: number): ReadonlySet<number> {
  const levels = new Map<number, number[]>();
  for (const [index, { level = 0 }] of chunks.entries()) {
    const own = levels.get(level);
    if (own) own.push(index);
    else levels.set(level, [index]);
  }
  const groups = [...levels.values()];
  const shares = shareOut(
    groups.map(({ length }) => length),
    wanted,
  );
  const chosen = new Set<number>();
  for (const [at, group] of groups.entries()) {
    const share = shares[at]!;
    for (let part = 0; part < share; part++) {
      const from = Math.floor((part * group.length) / share);
      const together = group.slice(from, Math.floor(((part + 1) * group.length) / share));
      const bySize = together.sort((a, b) => chunks[a]!.pointCount - chunks[b]!.pointCount);
      chosen.add(bySize[(bySize.length - 1) >> 2]!);
    }
  }
  return chosen;
}
