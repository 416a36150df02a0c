import type { Envelope } from './envelope.ts';

/** Normal equations with the points eliminated. */
export interface NormalEquations {
  readonly system: Envelope;
  readonly right: Float64Array;
  /** Diagonal of the system before the points were eliminated: what damping is a share of. */
  readonly diagonal: Float64Array;
}
