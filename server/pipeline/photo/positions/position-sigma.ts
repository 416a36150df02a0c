import type { SparseProject } from '../steps/sparse.ts';

/** Standard deviations of a satellite position, metres; null where its height is unknown. */
export type PositionSigma = readonly [e: number, n: number, u: number | null];

/** The standard deviations used for the position of a photo (index of the project); null where it states none. */
export function usedSigma(
  { adjusted, system }: Pick<SparseProject, 'adjusted' | 'system'>,
  photo: number,
): PositionSigma | null {
  const position = system.positions[photo];
  if (!position) return null;
  const { plan, height } = adjusted.facts.deviations;
  const [e, n, u] = position.sigma;
  return [plan * e, plan * n, position.hasHeight ? height * u : null];
}
