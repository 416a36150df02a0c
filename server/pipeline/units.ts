import type { CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { METRE } from '#domain/units/units.ts';

/** Length of a unit of the coordinates, in metres. */
export interface MetresPerUnit {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Metres per unit of a projected or local system; heights without a unit are assumed to be in the horizontal one (the
 * inputs' warnings say so). Error: `process.not-projected`.
 */
export function metresPerUnit(crs: CrsReport, file: string): MetresPerUnit {
  const unit = crs.horizontalUnit;
  if (unit?.kind !== 'linear' || crs.kind === 'geocentric') {
    throw new AppError('process.not-projected', { file, name: crs.name ?? '?', unit: unit?.name ?? '?' });
  }
  return { horizontal: unit.metres, vertical: (crs.verticalUnit ?? unit ?? METRE).metres };
}
