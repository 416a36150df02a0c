import { AppError } from '#domain/errors/app-error.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

/** Refuses to measure lengths, areas and surfaces where x and y are angles. Throws geometry.angular-unit. */
export function requireLengths({ coordinateUnit, crsName, name }: ProjectFacts): void {
  if (coordinateUnit?.kind !== 'angular') return;
  throw new AppError('geometry.angular-unit', { file: crsName ?? name, unit: coordinateUnit.name });
}
