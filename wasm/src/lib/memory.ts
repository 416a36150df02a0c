/** Makes sure that linear memory reaches `end` (a byte address); traps with memory exhausted when it cannot. */
export function reserve(end: usize): bool {
  const pages = <i32>((end + 0xffff) >>> 16);
  const have = memory.size();
  if (pages <= have) return true;
  return memory.grow(pages - have) >= 0;
}

/** Rounds an address up to a multiple of 64. */
// @ts-ignore: decorator
@inline
export function align(address: usize): usize {
  return (address + 63) & ~63;
}
