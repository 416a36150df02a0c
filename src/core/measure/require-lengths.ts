import { AppError } from '#domain/errors/app-error.ts';
import type { ProjectFacts } from '../state/project-facts.ts';

/** Throws geometry.angular-unit where x and y are angles: lengths, areas and surfaces cannot be measured. */
export function requireLengths({ coordinateUnit, crsName, name }: ProjectFacts): void {
  if (coordinateUnit?.kind !== 'angular') return;
  throw new AppError('geometry.angular-unit', { file: crsName ?? name, unit: coordinateUnit.name });
}
