/** At most `wanted` of `count` indices, evenly spread, including the first; all where there are no more. */
export function spread(count: number, wanted: number): ReadonlySet<number> {
  const chosen = Math.min(count, wanted);
  return new Set(Array.from({ length: chosen }, (_, k) => Math.floor((k * count) / chosen)));
}
