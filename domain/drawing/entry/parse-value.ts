import { readSignedAngle } from './angle.ts';
import { type EntryForm, EntryReader } from './entry-reader.ts';
import { readLength } from './expression.ts';

/** What a field of a dialog asks for: a length in plan, an elevation or height, an angle, or a number without a unit. */
export type ValueKind = 'length' | 'height' | 'angle' | 'number';

/**
 * Reads a value of a field as typed lines are read; NaN for an empty field.
 * @returns the horizontal unit, the vertical unit, radians, or the number
 * @throws entry.… with the column
 */
export function parseValue(text: string, kind: ValueKind, form: EntryForm): number {
  if (text.trim() === '') return Number.NaN;
  const reader = new EntryReader(text, form);
  const value = readValue(reader, kind, form);
  if (!reader.isAtEnd) throw reader.unexpected();
  return value;
}

function readValue(reader: EntryReader, kind: ValueKind, form: EntryForm): number {
  switch (kind) {
    case 'length':
      return readLength(reader, form.horizontal);
    case 'height':
      return readLength(reader, form.vertical);
    case 'angle':
      return readSignedAngle(reader, 360);
    case 'number': {
      const sign = reader.take('+-−');
      const number = reader.takeNumber();
      return sign === null || sign === '+' ? number : -number;
    }
  }
}
