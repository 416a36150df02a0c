/** The ends of a dimension's line: parallel to the measured line, through `at`; elevations are the measured ends'. */
export function dimensionLine(
  from: readonly number[],
  to: readonly number[],
  at: readonly number[],
): { readonly start: number[]; readonly end: number[] } {
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const length = Math.hypot(dx, dy) || 1;
  const off = ((at[0]! - from[0]!) * -dy + (at[1]! - from[1]!) * dx) / length;
  const [x, y] = [(-dy / length) * off, (dx / length) * off];
  return { start: [from[0]! + x, from[1]! + y, from[2]!], end: [to[0]! + x, to[1]! + y, to[2]!] };
}
