const fractionBits = 16;
const half = 1 << (fractionBits - 1);
const scaled = (value: number) => Math.round(value * 2 ** fractionBits);

const redOfCr = new Int32Array(256);
const blueOfCb = new Int32Array(256);
const greenOfCr = new Int32Array(256);
const greenOfCb = new Int32Array(256);
for (let i = 0; i < 256; i++) {
  const difference = i - 128;
  redOfCr[i] = (scaled(1.402) * difference + half) >> fractionBits;
  blueOfCb[i] = (scaled(1.772) * difference + half) >> fractionBits;
  greenOfCr[i] = -scaled(0.71414) * difference;
  greenOfCb[i] = -scaled(0.34414) * difference + half;
}

/**
 * Turns planes of luminance and colour differences into red, green and blue in place. Source: JFIF 1.02 (1992), full
 * range, CCIR 601, in whole numbers with the roundings of libjpeg.
 */
export function yccToRgb(planes: Uint8Array<ArrayBuffer>): void {
  const out = new Uint8ClampedArray(planes.buffer, planes.byteOffset, planes.length);
  const size = planes.length / 3;
  for (let i = 0; i < size; i++) {
    const y = planes[i]!;
    const cb = planes[size + i]!;
    const cr = planes[2 * size + i]!;
    out[i] = y + redOfCr[cr]!;
    out[size + i] = y + ((greenOfCb[cb]! + greenOfCr[cr]!) >> fractionBits);
    out[2 * size + i] = y + blueOfCb[cb]!;
  }
}
