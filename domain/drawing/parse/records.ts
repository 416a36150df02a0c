import { AppError, type ErrorParams } from '../../errors/app-error.ts';
import type { SavedData } from '../migrations.ts';

/** `drawing.bad-record`: the record's place, and the code of what is wrong with the values that it names. */
export function badRecord(place: string, reason: string, values: ErrorParams = {}): AppError {
  return new AppError('drawing.bad-record', { ...values, place, reason });
}

export function isRecord(value: unknown): value is SavedData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The records of a list by id.
 * @param onBad takes the failure of a record, which is left out; thrown where it is not given
 */
export function parseList<R extends { readonly id: string }>(
  data: SavedData,
  name: string,
  parse: (value: SavedData, place: string) => R,
  onBad?: (error: AppError) => void,
): Record<string, R> {
  const list = data[name];
  if (!Array.isArray(list)) throw badRecord(name, 'not-a-list');
  const records: Record<string, R> = {};
  list.forEach((value: unknown, index) => {
    const place = `${name}[${index}]`;
    try {
      if (!isRecord(value)) throw badRecord(place, 'not-an-object');
      const record = parse(value, place);
      if (Object.hasOwn(records, record.id)) throw badRecord(place, 'id-used-twice', { id: record.id });
      records[record.id] = record;
    } catch (error) {
      if (!onBad || !(error instanceof AppError)) throw error;
      onBad(error);
    }
  });
  return records;
}

export function textOf(value: SavedData, field: string, place: string): string {
  const found = value[field];
  if (typeof found !== 'string') throw badRecord(place, 'field-is-not-a-text', { field });
  return found;
}

export function idOf(value: SavedData, place: string): string {
  const id = textOf(value, 'id', place);
  if (id === '' || id === '__proto__') throw badRecord(place, 'id-cannot-be-used');
  return id;
}

export function numberOf(value: SavedData, field: string, place: string): number {
  const found = value[field];
  if (typeof found !== 'number' || !Number.isFinite(found)) {
    throw badRecord(place, 'field-is-not-a-number', { field });
  }
  return found;
}

/** A number from `min` to `max`. */
export function numberWithin(
  value: SavedData,
  field: string,
  [min, max]: readonly [number, number],
  place: string,
): number {
  const found = numberOf(value, field, place);
  if (found < min || found > max) throw badRecord(place, 'field-is-out-of-range', { field, min, max });
  return found;
}

/** One of some texts. */
export function choiceOf<T extends string>(
  value: SavedData,
  field: string,
  choices: readonly T[],
  place: string,
): T {
  const found = choices.find((choice) => choice === value[field]);
  if (found === undefined) {
    throw badRecord(place, 'value-is-not-known', { field, value: String(value[field]) });
  }
  return found;
}

export function booleanOf(value: SavedData, field: string, place: string): boolean {
  const found = value[field];
  if (typeof found !== 'boolean') throw badRecord(place, 'field-is-neither-true-nor-false', { field });
  return found;
}

export function colourOf(value: SavedData, place: string): string {
  const colour = textOf(value, 'colour', place);
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw badRecord(place, 'colour-is-not-of-the-form-rrggbb');
  return colour;
}

/** A field that may be left out: `{}` where it is, else its parsed value under its name. */
export function optional<K extends string, V>(
  value: SavedData,
  field: K,
  parse: () => V,
): { readonly [key in K]?: V } {
  return value[field] === undefined ? {} : ({ [field]: parse() } as { [key in K]: V });
}
