import type { Envelope } from './envelope.ts';
import type { Layout } from './layout.ts';
import type { Network, State } from './network.ts';
import type { Loss } from './robust.ts';

/** Numbers between the blocks of `GatheredPoint.products`: the most unknowns that a block has, times three. */
export const blockStride = 24;

/** Where what is known beside the observations is added. */
export interface NormalEquations {
  /** Adds to the entry of two unknowns on or under the diagonal that lies in the envelope. */
  add(row: number, column: number, value: number): void;
  addRight(row: number, value: number): void;
}

/** Normal equations with the points eliminated, themselves left in the system. */
export interface Linearised {
  readonly right: Float64Array;
  /** Diagonal before the points were eliminated: what damping is a share of. */
  readonly diagonal: Float64Array;
  /** What the points would gain if they moved alone: their part of what a step promises. */
  readonly pointGain: number;
}

/** A point and the unknowns that it touches. */
export interface GatheredPoint {
  /** Blocks: first unknown, number of unknowns, products with the point from `blockStride` × block on, 3 an unknown. */
  readonly count: number;
  readonly at: Int32Array;
  readonly size: Int32Array;
  readonly products: Float64Array;
  /** Inverse of the point's own part, xx xy xz yy yz zz. */
  readonly inverse: Float64Array;
}

/** The sums over a network's observations at its states, and the system that they make. Arrays answered are copies. */
export interface NormalSystem {
  /** Residuals of all observations, measured − projected, xy each, pixels; NaN where a point does not project. */
  residuals(state: State): Float64Array;
  /** Robust cost of the observations; one whose point does not project counts as a hundred standard deviations. */
  cost(state: State, loss: Loss): number;
  /**
   * Makes the system at a state, damped by a share of its diagonal (D. Marquardt, 1963): observations with the points
   * eliminated (D. C. Brown, 1958; B. Triggs et al., "Bundle adjustment – a modern synthesis", 2000, section 6), and
   * what `addKnown` adds. Points that their observations do not fix stay where they are.
   */
  linearise(
    state: State,
    loss: Loss,
    damping: number,
    addKnown: (normal: NormalEquations) => void,
  ): Linearised;
  /** Factors the system in place (Cholesky); false where it is not positive definite, it is then of no use. */
  factorize(): boolean;
  /** Solves with the factored system. */
  solve(right: Float64Array): Float64Array;
  /** The inverse of the factored system, as far as its envelope reaches; it takes the factor's place. */
  invert(): Envelope;
  /** The steps of the points that belong to a step of the other unknowns (back substitution), xyz each. */
  stepPoints(state: State, loss: Loss, damping: number, step: Float64Array): Float64Array;
  /**
   * Answers the covariance of points of a state that are eliminated (xx xy xz yy yz zz), unscaled, from the inverse of
   * the system; null for those that their observations do not fix.
   */
  covariances(state: State, loss: Loss, inverse: Envelope): (point: number) => Float64Array | null;
  /** Answers for points of a state, undamped; null for those that their observations do not fix. */
  gather(state: State, loss: Loss): (point: number) => GatheredPoint | null;
}

/** What works an adjustment's numbers out: `wasm/bindings/adjustment.ts`. */
export interface AdjustmentKernel {
  /**
   * The system of a network with its weights as they are now; what was opened before it is of no use any more.
   * @throws photo.block-too-large
   */
  open(network: Network, layout: Layout): NormalSystem;
}
