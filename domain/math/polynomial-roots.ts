const maxDegree = 12;
const steps = 60;

/** Buffers of one root search, so that a search allocates nothing. */
const derivatives = Array.from({ length: maxDegree + 1 }, () => new Float64Array(maxDegree + 1));
const levels = [new Float64Array(maxDegree + 2), new Float64Array(maxDegree + 2)] as const;
const reversed = new Float64Array(maxDegree + 1);

function evaluate(c: Float64Array, degree: number, x: number): number {
  let value = c[degree]!;
  for (let k = degree - 1; k >= 0; k--) value = value * x + c[k]!;
  return value;
}

/** A root between two places of opposite sign: Newton's steps, halving where they leave the bracket. */
function refine(
  c: Float64Array,
  slope: Float64Array,
  degree: number,
  low: number,
  high: number,
  atLow: number,
): number {
  let x = 0.5 * (low + high);
  for (let step = 0; step < steps; step++) {
    const value = evaluate(c, degree, x);
    if (value === 0) return x;
    if (value > 0 === atLow > 0) low = x;
    else high = x;
    const next = x - value / evaluate(slope, degree - 1, x);
    const jump = next > low && next < high ? next : 0.5 * (low + high);
    if (Math.abs(jump - x) <= 1e-15 * Math.max(1e-3, Math.abs(x))) return jump;
    x = jump;
  }
  return x;
}

/** Roots in [-1, 1] of the polynomial in `derivatives[degree]`, found between the roots of its derivative. */
function rootsInUnit(degree: number, out: Float64Array, from: number): number {
  for (let d = degree; d > 1; d--) {
    const upper = derivatives[d]!;
    const lower = derivatives[d - 1]!;
    for (let k = 0; k < d; k++) lower[k] = upper[k + 1]! * (k + 1);
  }
  derivatives[0]![0] = derivatives[1]![1]!;
  let found = 0;
  for (let d = 1; d <= degree; d++) {
    const c = derivatives[d]!;
    const stops = levels[d & 1]!;
    const roots = levels[(d + 1) & 1]!;
    let low = -1;
    let atLow = evaluate(c, d, low);
    let count = 0;
    for (let k = 0; k <= found; k++) {
      const high = k < found ? stops[k]! : 1;
      const atHigh = evaluate(c, d, high);
      if (atLow === 0 && (count === 0 || roots[count - 1]! < low)) roots[count++] = low;
      else if (atLow > 0 !== atHigh > 0 && atHigh !== 0)
        roots[count++] = refine(c, derivatives[d - 1]!, d, low, high, atLow);
      low = high;
      atLow = atHigh;
    }
    if (atLow === 0) roots[count++] = low;
    found = count;
  }
  out.set(levels[(degree + 1) & 1]!.subarray(0, found), from);
  return found;
}

/**
 * Real roots of a polynomial, each once, of even multiplicity only where rounding lets them show. Roots within [-1, 1]
 * are sought directly, the others as reciprocals of the roots of the reversed polynomial.
 * @param coefficients rising powers, `degree` + 1 numbers; degree at most 12
 * @param roots receives them, length at least `degree` + 2
 * @returns how many were found
 */
export function realRoots(coefficients: Float64Array, degree: number, roots: Float64Array): number {
  let size = 0;
  for (let k = 0; k <= degree; k++) size = Math.max(size, Math.abs(coefficients[k]!));
  if (!(size > 0) || !Number.isFinite(size)) return 0;
  let top = degree;
  while (top > 0 && coefficients[top] === 0) top--;
  if (top === 0) return 0;
  const direct = derivatives[top]!;
  for (let k = 0; k <= top; k++) {
    direct[k] = coefficients[k]! / size;
    reversed[k] = coefficients[top - k]! / size;
  }
  let count = rootsInUnit(top, roots, 0);
  derivatives[top]!.set(reversed.subarray(0, top + 1));
  const scratch = new Float64Array(maxDegree + 2);
  const others = rootsInUnit(top, scratch, 0);
  for (let k = 0; k < others; k++) {
    const x = scratch[k]!;
    if (Math.abs(x) < 1 && Math.abs(x) > 1e-12) roots[count++] = 1 / x;
  }
  return count;
}
