import type { ErrorRecord } from '../errors/app-error.ts';
import type { Rect } from '../geometry/grid/grid.ts';
import { unitSymbol } from '../units/units.ts';
import type { CrsReport } from './types.ts';

/** What is said where heights have no declared unit and are taken to be in the horizontal one. */
export function verticalUnitNote(
  file: string,
  { verticalUnit, horizontalUnit }: Pick<CrsReport, 'verticalUnit' | 'horizontalUnit'>,
): ErrorRecord[] {
  if (verticalUnit !== null || horizontalUnit === null) return [];
  return [{ code: 'process.vertical-unit-assumed', params: { file, unit: unitSymbol(horizontalUnit) } }];
}

/** A survey in metres or feet is wider than this, one in degrees hardly ever. */
const widestDegrees = 1;

/** True for bounds that longitudes and latitudes of a survey have: within the earth's and less than a degree wide. */
export function looksLikeDegrees({ minX, minY, maxX, maxY }: Rect): boolean {
  const isOnEarth = minX >= -180 && maxX <= 360 && minY >= -90 && maxY <= 90;
  return isOnEarth && maxX - minX < widestDegrees && maxY - minY < widestDegrees;
}
