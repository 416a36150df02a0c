const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
/** Mantissas up to here, and powers of ten up to 22, are exact, and so is their quotient rounded once. */
const maxExact = 2 ** 53;
/** Digits of one of the three parts in which a mantissa is gathered. */
const partDigits = 9;
const maxDigits = 3 * partDigits;
/** Above the relative error of the correction of a quotient. */
const doubt = 2 ** -49;

/**
 * The number written in bytes `[start, end)`, as `Number` reads it, blanks about it allowed; NaN where there is none.
 * Numbers of up to 27 digits without an exponent make no string. Source of the exact range: Clinger (1990), How to read
 * floating point numbers accurately.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at]! <= 32) at++;
  let last = end;
  while (last > at && bytes[last - 1]! <= 32) last--;
  const first = at;
  const sign = bytes[at];
  if (sign === 45 || sign === 43) at++;
  let high = 0;
  let middle = 0;
  let low = 0;
  let digits = 0;
  let decimals = 0;
  let seenDigit = false;
  let seenPoint = false;
  for (; at < last; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) {
      seenDigit = true;
      if (seenPoint) decimals++;
      // Nine digits fit an integer of 32 bits.
      if (digits < partDigits) high = (10 * high + byte - 48) | 0;
      else if (digits < 2 * partDigits) middle = (10 * middle + byte - 48) | 0;
      else low = 10 * low + byte - 48;
      if (digits > 0 || byte !== 48) digits++;
    } else if (byte === 46 && !seenPoint) seenPoint = true;
    else break;
  }
  if (!seenDigit) return Number.NaN;
  if (at < last || digits > maxDigits) return parseSlowly(bytes, first, last);
  const value = exactValue(high, middle, low, digits, decimals);
  if (Number.isNaN(value)) return parseSlowly(bytes, first, last);
  return sign === 45 ? -value : value;
}

/**
 * The value of a mantissa in parts of nine digits, the first two exactly as a sum of two numbers, divided by a power of
 * ten; NaN where rounding leaves a doubt. Source: Dekker (1971), A floating-point technique for extending the available
 * precision.
 */
function exactValue(high: number, middle: number, low: number, digits: number, decimals: number): number {
  if (digits <= partDigits) return decimals <= 22 ? high / powersOfTen[decimals]! : Number.NaN;
  const scaled = high * powersOfTen[Math.min(digits - partDigits, partDigits)]!;
  const mantissa = scaled + middle;
  const lowDigits = Math.max(0, digits - 2 * partDigits);
  const power = decimals - lowDigits;
  if (power < 0 || power > 22) return Number.NaN;
  const divisor = powersOfTen[power]!;
  if (lowDigits === 0 && mantissa < maxExact) return mantissa / divisor;
  const rest = middle - (mantissa - scaled) + low / powersOfTen[lowDigits]!;
  const quotient = mantissa / divisor;
  const correction = (remainder(mantissa, quotient, divisor) + rest) / divisor;
  const value = quotient + correction;
  const isCertain =
    quotient + correction * (1 + doubt) === value && quotient + correction * (1 - doubt) === value;
  return isCertain ? value : Number.NaN;
}

/** `total` − `a` · `b` without rounding, for a quotient `a` of `total` and `b`. */
function remainder(total: number, a: number, b: number): number {
  const aHigh = upperHalf(a);
  const bHigh = upperHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  const product = a * b;
  const error = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  return total - product - error;
}

/** The upper 26 bits of a number. */
function upperHalf(value: number): number {
  const shifted = 134_217_729 * value;
  return shifted - (shifted - value);
}

/** No number of a drawing is longer. */
const maxLength = 400;

function parseSlowly(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > maxLength) return Number.NaN;
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return /^[+-]?[\d.]+(?:[eEdD][+-]?\d+)?$/.test(text) ? Number(text.replace(/[dD]/, 'e')) : Number.NaN;
}
