/**
 * A loss on squared, normalised residuals s² = w·|e|². `weight` is ρ'(s²): what the least-squares weight is
 * multiplied by; `cost` is ρ(s²).
 */
export interface Loss {
  weight(square: number): number;
  cost(square: number): number;
  /** The same for the length of a position's normalised residual. */
  positionWeight(square: number): number;
  positionCost(square: number): number;
}

interface Shape {
  weight(square: number): number;
  cost(square: number): number;
}

const plain: Shape = { weight: () => 1, cost: (square) => square };

/** P. J. Huber, 1964: quadratic up to k, then linear. */
function huber(k: number): Shape {
  return {
    weight: (square) => (square <= k * k ? 1 : k / Math.sqrt(square)),
    cost: (square) => (square <= k * k ? square : 2 * k * Math.sqrt(square) - k * k),
  };
}

/** Cauchy's (Lorentzian) loss with scale c: gross errors hardly pull. */
function cauchy(c: number): Shape {
  const square = c * c;
  return {
    weight: (value) => 1 / (1 + value / square),
    cost: (value) => square * Math.log1p(value / square),
  };
}

/** In the first round positions may all be far off, so only their growth is bounded; later wrong ones are let go. */
export function createLoss(round: 'first' | 'later', scale: number): Loss {
  const image = cauchy(3 * scale);
  const position = round === 'first' ? huber(3) : cauchy(3);
  return {
    weight: image.weight,
    cost: image.cost,
    positionWeight: position.weight,
    positionCost: position.cost,
  };
}

/** Least squares without protection, for the final precision. */
export const plainLoss: Loss = {
  weight: plain.weight,
  cost: plain.cost,
  positionWeight: plain.weight,
  positionCost: plain.cost,
};
