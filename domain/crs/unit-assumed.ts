import type { CrsConflict, HorizontalCrs } from './types.ts';

/**
 * What is reported of a projected system whose declaration names no unit of length.
 * @param a what should have named it, such as `PROJCS` or `ProjLinearUnitsGeoKey`
 */
export function unitNote(horizontal: HorizontalCrs | null, a: string): CrsConflict[] {
  if (horizontal?.kind !== 'projected' || !horizontal.isUnitAssumed) return [];
  return [{ code: 'crs.unit-assumed', params: { a, unit: horizontal.unit.name } }];
}
