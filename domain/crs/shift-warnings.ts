import type { ErrorRecord } from '../errors/app-error.ts';
import type { CrsTransform } from './transform.ts';

/**
 * What is to be told of the shift between the datums of a transform: how good it is, that nobody says so, or that none
 * is known. Nothing within one datum.
 */
export function shiftWarnings({ isDatumShiftMissing, datumAccuracy }: CrsTransform): ErrorRecord[] {
  if (isDatumShiftMissing) return [{ code: 'crs.shift-missing', params: {} }];
  if (datumAccuracy === null) return [{ code: 'crs.shift-accuracy-unknown', params: {} }];
  if (datumAccuracy === 0) return [];
  return [{ code: 'crs.shift-accuracy', params: { metres: Number(datumAccuracy.toPrecision(2)) } }];
}
