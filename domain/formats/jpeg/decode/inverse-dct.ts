/** Fractional bits of the factors and of the values between both passes. */
const factorBits = 13;
const passBits = 2;

const scaled = (value: number) => Math.round(value * 2 ** factorBits);
const f0298 = scaled(0.298631336);
const f0390 = scaled(0.390180644);
const f0541 = scaled(0.5411961);
const f0765 = scaled(0.765366865);
const f0899 = scaled(0.899976223);
const f1175 = scaled(1.175875602);
const f1501 = scaled(1.50132111);
const f1847 = scaled(1.847759065);
const f1961 = scaled(1.96157056);
const f2053 = scaled(2.053119869);
const f2562 = scaled(2.562915447);
const f3072 = scaled(3.072711026);

/** Eight values `step` apart, transformed in place and scaled down by `shift` bits, rounded half up. */
function transformLine(block: Int32Array, at: number, step: number, shift: number): void {
  const at1 = at + step;
  const at2 = at + 2 * step;
  const at3 = at + 3 * step;
  const at4 = at + 4 * step;
  const at5 = at + 5 * step;
  const at6 = at + 6 * step;
  const at7 = at + 7 * step;
  const half = 1 << (shift - 1);

  const in2 = block[at2]!;
  const in6 = block[at6]!;
  const turned = (in2 + in6) * f0541;
  const low = turned - in6 * f1847;
  const high = turned + in2 * f0765;
  const sum = (block[at]! + block[at4]!) << factorBits;
  const difference = (block[at]! - block[at4]!) << factorBits;
  const even0 = sum + high + half;
  const even3 = sum - high + half;
  const even1 = difference + low + half;
  const even2 = difference - low + half;

  const in1 = block[at1]!;
  const in3 = block[at3]!;
  const in5 = block[at5]!;
  const in7 = block[at7]!;
  const shared = (in7 + in3 + in5 + in1) * f1175;
  const outer = -(in7 + in1) * f0899;
  const inner = -(in5 + in3) * f2562;
  const first = shared - (in7 + in3) * f1961;
  const second = shared - (in5 + in1) * f0390;
  const odd0 = in7 * f0298 + outer + first;
  const odd1 = in5 * f2053 + inner + second;
  const odd2 = in3 * f3072 + inner + first;
  const odd3 = in1 * f1501 + outer + second;

  block[at] = (even0 + odd3) >> shift;
  block[at7] = (even0 - odd3) >> shift;
  block[at1] = (even1 + odd2) >> shift;
  block[at6] = (even1 - odd2) >> shift;
  block[at2] = (even2 + odd1) >> shift;
  block[at5] = (even2 - odd1) >> shift;
  block[at3] = (even3 + odd0) >> shift;
  block[at4] = (even3 - odd0) >> shift;
}

/**
 * Turns 64 dequantised coefficients, row by row, into samples of 0 to 255 at `to[at]`, rows `stride` apart; `block` is
 * used up. Whole numbers throughout, with the factors and roundings of libjpeg's accurate transform, so that both give
 * the same samples. Source: Loeffler, Ligtenberg, Moschytz, "Practical fast 1-D DCT algorithms with 11
 * multiplications" (1989), the variant of 12 multiplications without their final scaling.
 */
export function inverseDct(block: Int32Array, to: Uint8ClampedArray, at: number, stride: number): void {
  for (let column = 0; column < 8; column++) transformLine(block, column, 8, factorBits - passBits);
  for (let row = 0; row < 8; row++) {
    const line = 8 * row;
    transformLine(block, line, 1, factorBits + passBits + 3);
    const start = at + row * stride;
    for (let i = 0; i < 8; i++) to[start + i] = block[line + i]! + 128;
  }
}
