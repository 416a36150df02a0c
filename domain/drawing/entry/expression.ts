import { AppError } from '../../errors/app-error.ts';
import {
  INTERNATIONAL_FOOT,
  type LinearUnit,
  lengthFactor,
  linearUnitByCode,
  linearUnitByName,
} from '../../units/units.ts';
import type { EntryReader } from './entry-reader.ts';

/** A number without a unit, or a length in the unit that was asked for. */
interface Amount {
  readonly value: number;
  readonly isLength: boolean;
}

/** Most parentheses inside each other. */
const maxDepth = 32;

/** Short names that stand for a unit of length after a number, by EPSG code. */
const shortNames: Readonly<Record<string, number>> = {
  mm: 1025,
  cm: 1033,
  km: 9036,
  yd: 9096,
  ch: 9097,
  lk: 9098,
  mi: 9093,
};

/**
 * Reads a length: sums and products of numbers, with units or without; one without is in the unit asked for. Feet and
 * inches are those of the survey where its unit is a foot, else international.
 * @param unit the unit of the result; null where it is not known
 * @throws entry.unexpected, entry.incomplete, entry.bad-number, entry.unknown-unit, entry.no-unit,
 * entry.product-of-lengths, entry.division-by-zero, entry.too-deep, entry.out-of-range
 */
export function readLength(reader: EntryReader, unit: LinearUnit | null): number {
  const { column } = reader;
  const { value } = readSum(reader, unit, 0);
  if (!Number.isFinite(value)) throw reader.fault('entry.out-of-range', column);
  return value;
}

function readSum(reader: EntryReader, unit: LinearUnit | null, depth: number): Amount {
  let sum = readProduct(reader, unit, depth);
  for (let sign = reader.take('+-−'); sign !== null; sign = reader.take('+-−')) {
    const next = readProduct(reader, unit, depth);
    const value = sign === '+' ? sum.value + next.value : sum.value - next.value;
    sum = { value, isLength: sum.isLength || next.isLength };
  }
  return sum;
}

function readProduct(reader: EntryReader, unit: LinearUnit | null, depth: number): Amount {
  let product = readSigned(reader, unit, depth);
  for (;;) {
    const { column } = reader;
    const sign = reader.take('*×/÷');
    if (sign === null) return product;
    const isQuotient = sign === '/' || sign === '÷';
    const factor = readSigned(reader, unit, depth);
    if (factor.isLength && product.isLength !== isQuotient) {
      throw reader.fault('entry.product-of-lengths', column);
    }
    if (isQuotient && factor.value === 0) throw reader.fault('entry.division-by-zero', column);
    product = {
      value: isQuotient ? product.value / factor.value : product.value * factor.value,
      isLength: product.isLength !== factor.isLength,
    };
  }
}

function readSigned(reader: EntryReader, unit: LinearUnit | null, depth: number): Amount {
  let isNegative = false;
  for (let sign = reader.take('+-−'); sign !== null; sign = reader.take('+-−')) {
    if (sign !== '+') isNegative = !isNegative;
  }
  const { value, isLength } = readAtom(reader, unit, depth);
  return { value: isNegative ? -value : value, isLength };
}

function readAtom(reader: EntryReader, unit: LinearUnit | null, depth: number): Amount {
  const { column } = reader;
  if (reader.take('(') === null) return readWithUnit(reader, unit);
  if (depth >= maxDepth) throw new AppError('entry.too-deep', { column, limit: maxDepth });
  const inner = readSum(reader, unit, depth + 1);
  if (reader.take(')') === null) throw reader.unexpected();
  return inner;
}

function readWithUnit(reader: EntryReader, unit: LinearUnit | null): Amount {
  const number = reader.takeNumber();
  const { column } = reader;
  const foot = unit?.id === 'usSurveyFeet' ? unit : INTERNATIONAL_FOOT;
  const length = (value: number, from: LinearUnit): Amount => {
    if (unit === null) throw reader.fault('entry.no-unit', column);
    return { value: value * lengthFactor(from, unit), isLength: true };
  };
  if (reader.take("'′’", true) !== null) {
    const mark = reader.mark();
    reader.take(' ');
    if (!reader.isAtNumber) reader.back(mark);
    else {
      const inches = reader.takeNumber();
      if (reader.take('"″”', true) === null) throw reader.unexpected();
      return length(number + inches / 12, foot);
    }
    return length(number, foot);
  }
  if (reader.take('"″”', true) !== null) return length(number / 12, foot);
  const name = reader.takeUnitName();
  if (name === null) return { value: number, isLength: false };
  if (name.toLowerCase() === 'in') return length(number / 12, foot);
  const known = unitOf(name);
  if (known === null) throw reader.fault('entry.unknown-unit', column, { text: name });
  return length(number, known);
}

function unitOf(name: string): LinearUnit | null {
  const key = name.toLowerCase();
  return Object.hasOwn(shortNames, key) ? linearUnitByCode(shortNames[key]!) : linearUnitByName(name);
}
