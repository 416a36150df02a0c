import type { ExchangeValue } from '../../exchange-model.ts';

/** A column to be written. */
export interface DbfColumn {
  /** At most ten bytes of UTF-8, unique regardless of case. */
  readonly name: string;
  /** Of the property that it holds. */
  readonly property: string;
  readonly type: 'C' | 'N' | 'L';
  /** Bytes. */
  readonly width: number;
  readonly decimals: number;
}

/** Properties of a feature by name, in the order of the columns. */
export type DbfValues = ReadonlyMap<string, ExchangeValue>;

/** What the format takes: bytes of a name, of a text and of a row, and columns, of which dBASE programs know no more. */
export const dbfLimits = { name: 10, text: 254, row: 65_535, columns: 255 } as const;

const maxNumberWidth = 24;
const encoder = new TextEncoder();

/** The beginning of a text that fits into so many bytes of UTF-8. */
export function fitBytes(text: string, most: number): string {
  if (3 * text.length <= most) return text;
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += encoder.encode(letter).length;
    if (bytes > most) return text.slice(0, end);
    end += letter.length;
  }
  return text;
}

/** Names of columns: letters, digits and `_`, at most ten bytes, numbered where they would be the same regardless of case. */
export function columnNames(properties: readonly string[]): string[] {
  const taken = new Set<string>();
  return properties.map((property) => {
    const plain = fitBytes(property.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_'), dbfLimits.name) || 'field';
    let free = plain;
    for (let i = 2; taken.has(free.toLowerCase()); i++) {
      free = `${fitBytes(plain, dbfLimits.name - String(i).length - 1)}_${i}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

type Shape = Pick<DbfColumn, 'type' | 'width' | 'decimals'>;

/** A number as the format takes it, right-aligned text; empty where it is none. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/** Columns of one type hold all values of a property: truths, numbers, or texts where they are mixed. */
function shapeOf(values: readonly ExchangeValue[]): Shape {
  const stated = values.filter((value) => value !== null);
  if (stated.length > 0 && stated.every((value) => typeof value === 'boolean')) {
    return { type: 'L', width: 1, decimals: 0 };
  }
  if (stated.length > 0 && stated.every((value) => typeof value === 'number')) return numberShape(stated);
  let width = 1;
  for (const value of stated) width = Math.max(width, encoder.encode(String(value)).length);
  return { type: 'C', width: Math.min(width, dbfLimits.text), decimals: 0 };
}

/** Wide enough for all digits; decimals are those of the longest fraction that is written without an exponent. */
function numberShape(values: readonly number[]): Shape {
  let [width, decimals] = [1, 0];
  for (const value of values) {
    const text = numberText(value);
    width = Math.max(width, text.length);
    if (!text.includes('e')) decimals = Math.max(decimals, (text.split('.')[1] ?? '').length);
    else decimals = Math.max(decimals, 1);
  }
  decimals = Math.min(decimals, 15);
  return { type: 'N', width: Math.min(maxNumberWidth, Math.max(width, decimals + 2)), decimals };
}

/** Columns of some rows, and the properties that found no room. */
export function planColumns(rows: readonly DbfValues[]): { columns: DbfColumn[]; dropped: string[] } {
  const values = new Map<string, ExchangeValue[]>();
  for (const row of rows) {
    for (const [property, value] of row) {
      const held = values.get(property);
      if (held) held.push(value);
      else values.set(property, [value]);
    }
  }
  const kept: { property: string; shape: Shape }[] = [];
  const dropped: string[] = [];
  let rowBytes = 1;
  for (const [property, all] of values) {
    const shape = shapeOf(all);
    const fits = kept.length < dbfLimits.columns && rowBytes + shape.width <= dbfLimits.row;
    if (!fits) dropped.push(property);
    else {
      kept.push({ property, shape });
      rowBytes += shape.width;
    }
  }
  const names = columnNames(kept.map(({ property }) => property));
  return {
    columns: kept.map(({ property, shape }, i) => ({ name: names[i]!, property, ...shape })),
    dropped,
  };
}
