import { lengthFactor } from '#domain/units/units.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

/** Horizontal units in one vertical unit; 1 where either is not known. */
export function heightFactor({
  horizontalUnit,
  verticalUnit,
}: Pick<ProjectFacts, 'horizontalUnit' | 'verticalUnit'>): number {
  return horizontalUnit && verticalUnit ? lengthFactor(verticalUnit, horizontalUnit) : 1;
}
