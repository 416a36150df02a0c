import type { CrsDefinition } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { LoadedSurface } from './loaded-surface.ts';

const nameOf = ({ crsName, epsg }: LoadedSurface) => crsName ?? (epsg === null ? '?' : `EPSG:${epsg}`);

function isSameSystem(a: CrsDefinition, b: CrsDefinition): boolean {
  const [one, other] = [a.horizontal!, b.horizontal!];
  if (one.epsg !== null && other.epsg !== null) return one.epsg === other.epsg;
  return one.name === other.name;
}

/**
 * Refuses two surfaces in different units or coordinate systems; where one states no system, that of the other is
 * assumed, with a warning. Errors: `geometry.unit-mismatch`, `geometry.system-mismatch`.
 */
export function checkSameSystem(surface: LoadedSurface, other: LoadedSurface): ErrorRecord[] {
  if (surface.unit && other.unit && surface.unit.metres !== other.unit.metres) {
    throw new AppError('geometry.unit-mismatch', {
      file: surface.file,
      unit: surface.unit.name,
      other: other.file,
      otherUnit: other.unit.name,
    });
  }
  const [known, unknown] = surface.system?.horizontal ? [surface, other] : [other, surface];
  if (!known.system?.horizontal) return [];
  if (!unknown.system?.horizontal) {
    const params = { file: known.file, system: nameOf(known), other: unknown.file };
    return [{ code: 'geometry.system-unknown', params }];
  }
  if (isSameSystem(known.system, unknown.system)) return [];
  throw new AppError('geometry.system-mismatch', {
    file: surface.file,
    system: nameOf(surface),
    other: other.file,
    otherSystem: nameOf(other),
  });
}
