import type { EntryReader } from './entry-reader.ts';

const degree = Math.PI / 180;
const gon = Math.PI / 200;

/**
 * Reads an angle without a sign: decimal degrees, degrees, minutes and seconds (`45°30'15"`, `45d30m15s`, `45-30-15`),
 * or gons (`50g`).
 * @param limit largest value, degrees
 * @returns radians
 * @throws entry.unexpected, entry.incomplete, entry.bad-number, entry.bad-minutes, entry.angle-too-large
 */
export function readAngle(reader: EntryReader, limit: number): number {
  const { column } = reader;
  const angle = readUnsigned(reader);
  if (angle > limit * degree + 1e-12) throw reader.fault('entry.angle-too-large', column, { limit });
  return angle;
}

/** Reads an angle that may have a sign, as `readAngle`; the limit is that of its size. */
export function readSignedAngle(reader: EntryReader, limit: number): number {
  const sign = reader.take('+-−');
  const angle = readAngle(reader, limit);
  return sign === null || sign === '+' ? angle : -angle;
}

/**
 * Reads a bearing of a quadrant (`N45°30'15"E`), of which the first letter was read.
 * @returns clockwise from north, 0 to 2π radians
 */
export function readQuadrant(reader: EntryReader, first: 'n' | 's'): number {
  const angle = readAngle(reader, 90);
  const side = reader.takeWord(['e', 'w']);
  if (side === null) throw reader.unexpected();
  if (first === 'n') return side === 'e' ? angle : (2 * Math.PI - angle) % (2 * Math.PI);
  return side === 'e' ? Math.PI - angle : Math.PI + angle;
}

function readUnsigned(reader: EntryReader): number {
  const degrees = reader.takeNumber();
  if (reader.take('gG', true) !== null) return degrees * gon;
  if (reader.takeDash()) {
    const minutes = readSixtieth(reader, degrees);
    const seconds = reader.takeDash() ? readSixtieth(reader, minutes) : 0;
    return (degrees + minutes / 60 + seconds / 3600) * degree;
  }
  if (reader.take('°dD', true) === null || !reader.isAtNumber) return degrees * degree;
  const minutes = readSixtieth(reader, degrees);
  if (reader.take("'′’mM", true) === null || !reader.isAtNumber) return (degrees + minutes / 60) * degree;
  const seconds = readSixtieth(reader, minutes);
  if (reader.take('"″”', true) === null) reader.take('s', true);
  return (degrees + minutes / 60 + seconds / 3600) * degree;
}

/** Minutes after whole degrees, or seconds after whole minutes. */
function readSixtieth(reader: EntryReader, before: number): number {
  const { column } = reader;
  const value = reader.takeNumber();
  if (value >= 60 || !Number.isInteger(before)) throw reader.fault('entry.bad-minutes', column);
  return value;
}
