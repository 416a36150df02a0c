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
