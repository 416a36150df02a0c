import { AppError, type ErrorParams } from '../errors/app-error.ts';
import type { SavedData } from './migrations.ts';

/** The error of a record that cannot be read; `values` are those that the reason's text speaks of. */
export function badRecord(place: string, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('drawing.bad-record', { ...values, place, reason });
}

/** A finite number of a record. Throws `drawing.bad-record`. */
export function numberOf(value: SavedData, field: string, place: string): number {
  const found = value[field];
  if (typeof found !== 'number' || !Number.isFinite(found)) {
    throw badRecord(place, 'field-is-not-a-number', { field });
  }
  return found;
}
