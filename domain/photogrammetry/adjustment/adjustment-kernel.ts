import type { Envelope } from './envelope.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import type { Loss } from './robust.ts';

/** Stride between the blocks of `GatheredPoint.products`: the maximum number of unknowns of a block, times three. */
export const blockStride = 24;

/** Receives the contributions of priors to the normal equations. */
export interface NormalEquations {
  /** Adds to the entry of two unknowns, on or below the diagonal and inside the envelope. */
  add(row: number, column: number, value: number): void;
  addRight(row: number, value: number): void;
}

/** Reduced normal equations (points eliminated); the matrix itself stays in the system. */
export interface Linearised {
  readonly right: Float64Array;
  /** Diagonal before the points were eliminated; damping is relative to it. */
  readonly diagonal: Float64Array;
  /** Predicted cost reduction if only the points moved: their part of a step's predicted reduction. */
  readonly pointGain: number;
}

/** A point and the unknowns it is coupled to. */
export interface GatheredPoint {
  /** Blocks: first unknown, number of unknowns, products with the point from `blockStride` × block, 3 per unknown. */
  readonly count: number;
  readonly at: Int32Array;
  readonly size: Int32Array;
  readonly products: Float64Array;
  /** Inverse of the point's own block, xx xy xz yy yz zz. */
  readonly inverse: Float64Array;
}

/** Sums over a network's observations at a state, and their normal equations. Returned arrays are copies. */
export interface NormalSystem {
  /** Residuals of all observations, measured − projected, xy each, pixels; NaN where a point cannot be projected. */
  residuals(state: State): Float64Array;
  /** Robust cost of the observations; one whose point cannot be projected counts as 100 standard deviations. */
  cost(state: State, loss: Loss): number;
  /**
   * Builds the system at a state, damped by a fraction of its diagonal (D. Marquardt, 1963): observations with the
   * points eliminated (D. C. Brown, 1958; B. Triggs et al., "Bundle adjustment – a modern synthesis", 2000, section 6),
   * and the contributions of `addKnown`. Points not determined by their observations do not move.
   */
  linearise(
    state: State,
    loss: Loss,
    damping: number,
    addKnown: (normal: NormalEquations) => void,
  ): Linearised;
  /**
   * Factors the system in place (Cholesky). Returns false where it is not positive definite; it cannot be used then.
   */
  factorize(): boolean;
  /** Solves with the factored system. */
  solve(right: Float64Array): Float64Array;
  /** The inverse of the factored system inside its envelope; it replaces the factor. */
  invert(): Envelope;
  /** The steps of the points that correspond to a step of the other unknowns (back substitution), xyz each. */
  stepPoints(state: State, loss: Loss, damping: number, step: Float64Array): Float64Array;
  /**
   * Returns a function for the covariance of a state's eliminated points (xx xy xz yy yz zz), unscaled, from the
   * inverse of the system; null for points not determined by their observations.
   */
  covariances(state: State, loss: Loss, inverse: Envelope): (point: number) => Float64Array | null;
  /** Returns a function for points of a state, undamped; null for points not determined by their observations. */
  gather(state: State, loss: Loss): (point: number) => GatheredPoint | null;
}

/** The numerical kernel of an adjustment, implemented by `wasm/bindings/adjustment.ts`. */
export interface AdjustmentKernel {
  /**
   * The system of a network with its current weights; invalidates the system opened before.
   * @throws photo.block-too-large
   */
  open(network: Network, layout: Layout): NormalSystem;
}
