import { looksLikeDegrees, verticalUnitNote } from '#domain/crs/assumed-units.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import { type LinearUnit, linearUnitByName, unitSymbol } from '#domain/units/units.ts';
import { translate } from '../../messages.ts';

/** The unit that a surface is measured in, and the factor of its heights to that unit. */
export interface SurfaceUnit {
  readonly unit: LinearUnit | null;
  readonly heightFactor: number;
  readonly warnings: readonly ErrorRecord[];
}

/** The sources of a surface's units. */
export interface UnitFacts {
  readonly file: string;
  readonly crs: CrsReport;
  /** Bounds in the coordinates of the file. */
  readonly rect: Rect;
  /** Unit of the heights as a raster states it, null where it states none. */
  readonly bandUnit?: string | null;
}

/**
 * The horizontal unit of a file. A warning says when heights in another unit are to be converted to it, and when a
 * unit is assumed.
 * @throws geometry.angular-unit, geometry.looks-like-degrees
 */
export function surfaceUnit({ file, crs, rect, bandUnit = null }: UnitFacts): SurfaceUnit {
  const unit = crs.horizontalUnit;
  if (unit === null) {
    if (looksLikeDegrees(rect)) throw new AppError('geometry.looks-like-degrees', { file });
    return { unit: null, heightFactor: 1, warnings: [{ code: 'geometry.unit-unknown', params: { file } }] };
  }
  if (unit.kind === 'angular') throw new AppError('geometry.angular-unit', { file, unit: unit.name });
  const verticalUnit = crs.verticalUnit ?? (bandUnit === null ? null : linearUnitByName(bandUnit));
  const assumed = verticalUnitNote(file, { verticalUnit, horizontalUnit: unit });
  const heightFactor = verticalUnit ? verticalUnit.metres / unit.metres : 1;
  if (!verticalUnit || heightFactor === 1) return { unit, heightFactor: 1, warnings: assumed };
  const params = { file, from: verticalUnit.name, to: unit.name };
  return { unit, heightFactor, warnings: [{ code: 'geometry.height-unit', params }] };
}

/** The unit after a length; words where the unit is not known. */
export function lengthSymbol(unit: LinearUnit | null): string {
  return unit ? unitSymbol(unit) : translate('cli.volume.unknown-unit');
}
