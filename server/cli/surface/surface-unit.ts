import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { type LinearUnit, unitSymbol } from '#domain/units/units.ts';
import { translate } from '../../messages.ts';

/** The one unit that a surface is measured in, and what its heights are multiplied by to be in it. */
export interface SurfaceUnit {
  readonly unit: LinearUnit | null;
  readonly heightFactor: number;
  readonly warnings: readonly ErrorRecord[];
}

/**
 * The horizontal unit of a file; heights in another unit are to be converted to it, which is said in a warning.
 * @throws geometry.angular-unit
 */
export function surfaceUnit(file: string, crs: CrsReport): SurfaceUnit {
  const unit = crs.horizontalUnit;
  if (unit === null) {
    return { unit: null, heightFactor: 1, warnings: [{ code: 'geometry.unit-unknown', params: { file } }] };
  }
  if (unit.kind === 'angular') throw new AppError('geometry.angular-unit', { file, unit: unit.name });
  const heightFactor = crs.verticalUnit ? crs.verticalUnit.metres / unit.metres : 1;
  if (!crs.verticalUnit || heightFactor === 1) return { unit, heightFactor: 1, warnings: [] };
  const params = { file, from: crs.verticalUnit.name, to: unit.name };
  return { unit, heightFactor, warnings: [{ code: 'geometry.height-unit', params }] };
}

/** What stands behind a length; words where the unit is not known. */
export function lengthSymbol(unit: LinearUnit | null): string {
  return unit ? unitSymbol(unit) : translate('cli.volume.unknown-unit');
}
