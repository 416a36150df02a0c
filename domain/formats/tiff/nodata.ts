import type { SampleType } from './sample-types.ts';

const floatMax = 3.4028234663852886e38;

/**
 * The value that tag 42113 marks as missing: GDAL's spellings of NaN and infinities, 64-bit integers
 * exactly, and values printed a digit short of the largest float taken as that float.
 * Null where the text is no number.
 */
export function parseNodata(text: string, type: SampleType): number | bigint | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if ((type === 'int64' || type === 'uint64') && /^[-+]?\d+$/.test(trimmed))
    return BigInt(trimmed.replace(/^\+/, ''));
  const value = parseFloatLike(trimmed);
  if (value === null) return null;
  if (type === 'float32' && Math.abs(Math.abs(value) - floatMax) < 1e-10 * floatMax)
    return Math.sign(value) * floatMax;
  return value;
}

const wholeRanges: Partial<Record<SampleType, readonly [least: number, most: number]>> = {
  uint8: [0, 2 ** 8 - 1],
  int8: [-(2 ** 7), 2 ** 7 - 1],
  uint16: [0, 2 ** 16 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint32: [0, 2 ** 32 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
};

/** False for a missing value that no sample of a type can have: nothing is then marked by it. */
export function canHold(type: SampleType, value: number | bigint): boolean {
  const range = wholeRanges[type];
  if (!range || typeof value === 'bigint') return true;
  return Number.isInteger(value) && value >= range[0] && value <= range[1];
}

function parseFloatLike(text: string): number | null {
  if (/^[-+]?(nan|1\.#(q|s)?nan|1\.#ind)/i.test(text)) return Number.NaN;
  const infinity = /^([-+])?(inf|1\.#inf)/i.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? null : value;
}

/** How a nodata value is written in tag 42113, as GDAL spells it. */
export function formatNodata(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString();
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return String(value);
}
