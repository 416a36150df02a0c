const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** The bits of the IEEE 754 half-precision number nearest to a value; beyond its range, the largest finite one. */
export function toHalf(value: number): number {
  single[0] = value;
  const word = bits[0]!;
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 0xff) - 112;
  const fraction = word & 0x7fffff;
  if (exponent >= 31) return sign | 0x7bff;
  if (exponent <= 0) {
    if (exponent < -10) return sign;
    const shift = 14 - exponent;
    return sign | (((fraction | 0x800000) + (1 << (shift - 1))) >>> shift);
  }
  // A carry out of the fraction increments the exponent, as correct for rounding.
  return Math.min(sign | 0x7bff, sign | ((exponent << 10) + ((fraction + 0x1000) >>> 13)));
}
