const numerator = [
  -8.750608600031904e-1, -1.615753718733365e1, -7.500855792314705e1, -1.2288666844901361e2,
  -6.485021904942025e1,
] as const;
const denominator = [
  1, 2.4858464901423062e1, 1.6502700983169885e2, 4.328810604912903e2, 4.853903996359137e2,
  1.945506571482614e2,
] as const;
const tan3Pi8 = 2.414213562373095;

function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

/**
 * Arctangent in radians from additions, multiplications and divisions only, so that every engine gives the
 * same bits (`Math.atan` may differ in the last one). Within 2e-16 relative.
 * Source: rational approximation of Moshier, Cephes Mathematical Library (1984).
 */
export function arctangent(x: number): number {
  if (x < 0) return -arctangent(-x);
  let base = 0;
  let reduced = x;
  if (x > tan3Pi8) {
    base = Math.PI / 2;
    reduced = -1 / x;
  } else if (x > 0.66) {
    base = Math.PI / 4;
    reduced = (x - 1) / (x + 1);
  }
  const square = reduced * reduced;
  const correction = (square * polynomial(square, numerator)) / polynomial(square, denominator);
  return base + (reduced * correction + reduced);
}

/** Angle of the vector (x, y) in radians, −π to π, anticlockwise from the x axis. */
export function arctangent2(y: number, x: number): number {
  if (x > 0) return arctangent(y / x);
  if (x < 0) return y < 0 ? arctangent(y / x) - Math.PI : arctangent(y / x) + Math.PI;
  if (y === 0) return 0;
  return y > 0 ? Math.PI / 2 : -Math.PI / 2;
}
