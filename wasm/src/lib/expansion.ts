/**
 * Floating-point expansions: an exact number as a sum of doubles, smallest first, non-overlapping, in linear
 * memory (Priest 1991; Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates", 1997, sections 2.3 to 2.7). All functions drop zero components; a length is never below 1.
 */

/** 2^27 + 1: splits a double into two halves of 26 bits (Dekker 1971). */
const splitter: f64 = 134217729;

/** Rounding error of the sum `x = a + b`. */
// @ts-ignore: decorator
@inline
export function sumTail(a: f64, b: f64, x: f64): f64 {
  const bVirtual = x - a;
  return a - (x - bVirtual) + (b - bVirtual);
}

/** Rounding error of the difference `x = a - b`. */
// @ts-ignore: decorator
@inline
export function differenceTail(a: f64, b: f64, x: f64): f64 {
  const bVirtual = a - x;
  return a - (x + bVirtual) + (bVirtual - b);
}

/** Rounding error of the product `x = a * b`. */
// @ts-ignore: decorator
@inline
export function productTail(a: f64, b: f64, x: f64): f64 {
  let c = splitter * a;
  const aHigh = c - (c - a);
  const aLow = a - aHigh;
  c = splitter * b;
  const bHigh = c - (c - b);
  const bLow = b - bHigh;
  return aLow * bLow - (x - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

// @ts-ignore: decorator
@inline
function append(h: usize, length: i32, component: f64): i32 {
  store<f64>(h + (<usize>length << 3), component);
  return length + 1;
}

/** Writes the two components of a − b at `h`; returns the length. */
export function difference(a: f64, b: f64, h: usize): i32 {
  const x = a - b;
  const tail = differenceTail(a, b, x);
  if (tail == 0) {
    store<f64>(h, x);
    return 1;
  }
  store<f64>(h, tail);
  store<f64>(h + 8, x);
  return 2;
}

/** h = e + f (fast expansion sum with zero elimination); h has room for both lengths and overlaps neither. */
export function sum(e: usize, eLength: i32, f: usize, fLength: i32, h: usize): i32 {
  const eEnd = e + (<usize>eLength << 3);
  const fEnd = f + (<usize>fLength << 3);
  let length = 0;
  let q: f64 = 0;
  let started = false;
  while (e < eEnd || f < fEnd) {
    let next: f64;
    if (f >= fEnd || (e < eEnd && abs(load<f64>(e)) <= abs(load<f64>(f)))) {
      next = load<f64>(e);
      e += 8;
    } else {
      next = load<f64>(f);
      f += 8;
    }
    if (!started) {
      q = next;
      started = true;
      continue;
    }
    const total = q + next;
    const tail = sumTail(q, next, total);
    q = total;
    if (tail != 0) length = append(h, length, tail);
  }
  if (q != 0 || length == 0) length = append(h, length, q);
  return length;
}

/** h = e · b (scale expansion with zero elimination); h has room for twice the length and does not overlap e. */
export function scale(e: usize, eLength: i32, b: f64, h: usize): i32 {
  let length = 0;
  let component = load<f64>(e);
  let q = component * b;
  let tail = productTail(component, b, q);
  if (tail != 0) length = append(h, length, tail);
  for (let i = 1; i < eLength; i++) {
    component = load<f64>(e + (<usize>i << 3));
    const product = component * b;
    const productLow = productTail(component, b, product);
    const middle = q + productLow;
    tail = sumTail(q, productLow, middle);
    if (tail != 0) length = append(h, length, tail);
    q = product + middle;
    tail = middle - (q - product);
    if (tail != 0) length = append(h, length, tail);
  }
  if (q != 0 || length == 0) length = append(h, length, q);
  return length;
}

/**
 * h = e · f by summing scaled copies. `work` has room for 2·|e| + 2·|e|·|f| doubles, h for 2·|e|·|f|;
 * none of the four overlap.
 */
export function product(e: usize, eLength: i32, f: usize, fLength: i32, h: usize, work: usize): i32 {
  const scaled = work;
  const other = work + (<usize>eLength << 4);
  let target = fLength & 1 ? h : other;
  let length = scale(e, eLength, load<f64>(f), target);
  for (let i = 1; i < fLength; i++) {
    const scaledLength = scale(e, eLength, load<f64>(f + (<usize>i << 3)), scaled);
    const next = target == h ? other : h;
    length = sum(target, length, scaled, scaledLength, next);
    target = next;
  }
  return length;
}

/** Changes the sign of an expansion in place. */
export function negate(e: usize, length: i32): void {
  for (let i = 0; i < length; i++) {
    const at = e + (<usize>i << 3);
    store<f64>(at, -load<f64>(at));
  }
}

/** The component that carries the sign. */
// @ts-ignore: decorator
@inline
export function leading(e: usize, length: i32): f64 {
  return load<f64>(e + (<usize>(length - 1) << 3));
}
