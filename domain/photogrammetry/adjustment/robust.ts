/** A loss on squared, normalised residuals s² = w·|e|². */
export interface Loss {
  /**
   * s² at which the weight of an image observation is halved (Cauchy, or Lorentzian, loss: gross errors have little
   * influence); infinite for least squares.
   */
  readonly imageSquare: number;
  /** For positions: ρ'(s²), the factor on the least-squares weight, and ρ(s²). */
  positionWeight(square: number): number;
  positionCost(square: number): number;
}

interface Shape {
  weight(square: number): number;
  cost(square: number): number;
}

/** Least squares. */
export const plain: Shape = { weight: () => 1, cost: (square) => square };

/** P. J. Huber, 1964: quadratic up to k, then linear. */
function huber(k: number): Shape {
  return {
    weight: (square) => (square <= k * k ? 1 : k / Math.sqrt(square)),
    cost: (square) => (square <= k * k ? square : 2 * k * Math.sqrt(square) - k * k),
  };
}

/** Cauchy's loss with scale c. */
function cauchy(c: number): Shape {
  const square = c * c;
  return {
    weight: (value) => 1 / (1 + value / square),
    cost: (value) => square * Math.log1p(value / square),
  };
}

/** Normalised length of a position's residual (over three axes) at which its weight is halved. */
const positionScale = 5;

/**
 * In the first round all positions may be far off, so their influence is only bounded; later outliers are suppressed.
 */
export function createLoss(round: 'first' | 'later', scale: number): Loss {
  const position = round === 'first' ? huber(3) : cauchy(positionScale);
  return {
    imageSquare: (3 * scale) ** 2,
    positionWeight: position.weight,
    positionCost: position.cost,
  };
}

const lastPosition = cauchy(positionScale);

/**
 * For the final iterations and the precision, after outlier observations are removed: plain least squares, but outlier
 * positions stay suppressed.
 */
export const finalLoss: Loss = {
  imageSquare: Number.POSITIVE_INFINITY,
  positionWeight: lastPosition.weight,
  positionCost: lastPosition.cost,
};
