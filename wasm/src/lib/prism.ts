/**
 * Exact volume between a linear height and zero over a triangle. The net is area·(p+q+r)/3; where the signs of
 * the heights differ, the tip at the corner whose sign is alone, k, has area·k³/(3·(k−i)·(k−j)) and the rest
 * the remainder.
 */

/** Volume above zero, gathered over calls. */
export let prismCut: f64 = 0;
/** Volume below zero, as a positive number, gathered over calls. */
export let prismFill: f64 = 0;

export function clearPrisms(): void {
  prismCut = 0;
  prismFill = 0;
}

/** Adds a column that is level at both ends: its volume, negative below zero. */
// @ts-ignore: decorator
@inline
export function addColumn(net: f64): void {
  if (net > 0) prismCut += net;
  else prismFill -= net;
}

/** Adds a triangle of plan area `area` with the heights `p`, `q`, `r` at its corners. */
export function addPrism(area: f64, p: f64, q: f64, r: f64): void {
  const net = (area * (p + q + r)) / 3;
  const positives = <i32>(p > 0) + <i32>(q > 0) + <i32>(r > 0);
  const negatives = <i32>(p < 0) + <i32>(q < 0) + <i32>(r < 0);
  if (negatives == 0) {
    prismCut += net;
  } else if (positives == 0) {
    prismFill -= net;
  } else if (positives == 1) {
    const tip = p > 0 ? tipOf(p, q, r) : q > 0 ? tipOf(q, p, r) : tipOf(r, p, q);
    prismCut += area * tip;
    prismFill -= net - area * tip;
  } else {
    const tip = p < 0 ? tipOf(p, q, r) : q < 0 ? tipOf(q, p, r) : tipOf(r, p, q);
    prismFill -= area * tip;
    prismCut += net - area * tip;
  }
}

// @ts-ignore: decorator
@inline
function tipOf(k: f64, i: f64, j: f64): f64 {
  return (k * (k / (k - i)) * (k / (k - j))) / 3;
}
