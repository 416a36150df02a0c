import type { ErrorRecord } from '../errors/app-error.ts';
import type { CrsTransform } from './transform.ts';

/**
 * Warnings about the shift between the datums of a transform: its accuracy, that the accuracy is unknown, or that no
 * shift is known. None within one datum.
 */
export function shiftWarnings({ isDatumShiftMissing, datumAccuracy }: CrsTransform): ErrorRecord[] {
  if (isDatumShiftMissing) return [{ code: 'crs.shift-missing', params: {} }];
  if (datumAccuracy === null) return [{ code: 'crs.shift-accuracy-unknown', params: {} }];
  if (datumAccuracy === 0) return [];
  return [{ code: 'crs.shift-accuracy', params: { metres: Number(datumAccuracy.toPrecision(2)) } }];
}
