import { createSamples, type RealSampleType, type SampleArray } from './sample-types.ts';

/** Mirrors the bits of every byte in place (fill order 2). */
export function mirrorBits(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    let byte = bytes[i]!;
    byte = ((byte & 0xf0) >> 4) | ((byte & 0x0f) << 4);
    byte = ((byte & 0xcc) >> 2) | ((byte & 0x33) << 2);
    bytes[i] = ((byte & 0xaa) >> 1) | ((byte & 0x55) << 1);
  }
}

/** Turns big-endian numbers of `size` bytes into little-endian ones in place, and back. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  for (let i = 0; i + size <= bytes.length; i += size) {
    for (let low = i, high = i + size - 1; low < high; low++, high--) {
      const kept = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = kept;
    }
  }
}

/**
 * Spreads integers of `bits` bits (1 to 31, most significant bit first, rows beginning on a byte) into an
 * array of whole samples; signed types are sign-extended.
 */
export function unpackBits(
  bytes: Uint8Array,
  bits: number,
  type: RealSampleType,
  rowSamples: number,
  rows: number,
): SampleArray {
  const samples = createSamples(type, rowSamples * rows);
  const rowBytes = Math.ceil((rowSamples * bits) / 8);
  const signBit = type.startsWith('int') ? 2 ** (bits - 1) : Infinity;
  for (let row = 0; row < rows; row++) {
    let at = row * rowBytes;
    let held = 0;
    let heldBits = 0;
    for (let i = 0; i < rowSamples; i++) {
      while (heldBits < bits) {
        held = held * 256 + (bytes[at++] ?? 0);
        heldBits += 8;
      }
      heldBits -= bits;
      const unit = 2 ** heldBits;
      const value = Math.floor(held / unit);
      held -= value * unit;
      samples[row * rowSamples + i] = value >= signBit ? value - 2 * signBit : value;
    }
  }
  return samples;
}

/**
 * Widens little-endian 16-bit (5 exponent bits, IEEE 754) or 24-bit (7 exponent bits, Adobe) floating
 * point numbers to 32 bits.
 */
export function widenFloats(bytes: Uint8Array, bits: 16 | 24): Float32Array<ArrayBuffer> {
  const size = bits / 8;
  const exponentBits = bits === 16 ? 5 : 7;
  const mantissaBits = bits - 1 - exponentBits;
  const bias = 2 ** (exponentBits - 1) - 1;
  const topExponent = 2 ** exponentBits - 1;
  const values = new Float32Array(Math.floor(bytes.length / size));
  for (let i = 0; i < values.length; i++) {
    const at = i * size;
    const raw = bytes[at]! | (bytes[at + 1]! << 8) | (size === 3 ? bytes[at + 2]! << 16 : 0);
    const sign = (raw >>> (bits - 1)) & 1 ? -1 : 1;
    const exponent = (raw >>> mantissaBits) & topExponent;
    const fraction = (raw & (2 ** mantissaBits - 1)) / 2 ** mantissaBits;
    if (exponent === topExponent) values[i] = fraction === 0 ? sign * Infinity : Number.NaN;
    else if (exponent === 0) values[i] = sign * fraction * 2 ** (1 - bias);
    else values[i] = sign * (1 + fraction) * 2 ** (exponent - bias);
  }
  return values;
}
