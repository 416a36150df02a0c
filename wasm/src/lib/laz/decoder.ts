/**
 * Range decoder (A. Said, HP Labs HPL-2004-76) over bytes in reverse order, so that the next four are one little-endian
 * load. A decoder is 16 bytes: u32 value, u32 length, u32 address past the next byte, u32 lowest address of the stream.
 * There are no data-dependent branches: renormalising shifts by a computed number of bytes. Reading past the end takes
 * bytes below the stream; callers check `isOverrun` often enough to stay within the guard below the buffer.
 */
import { COUNTS, FREQUENCY_BITS, HEADS, LINE, updateBitModel, updateModel } from './model';

export const DECODER_SIZE: usize = 16;

/** Opens a decoder on the bytes from `top` down to `bottom` (top exclusive). */
export function openDecoder(d: usize, top: usize, bottom: usize): void {
  store<u32>(d, load<u32>(top - 4));
  store<u32>(d, 0xffffffff, 4);
  store<u32>(d, <u32>(top - 4), 8);
  store<u32>(d, <u32>bottom, 12);
}

/** True once more bytes were consumed than the stream has. */
@inline
export function isOverrun(d: usize): bool {
  return load<u32>(d, 8) < load<u32>(d, 12);
}

@inline
function renormalise(d: usize, value: u32, length: u32): void {
  const shift = clz(length) & 24;
  const next = load<u32>(d, 8);
  store<u32>(d, <u32>((((<u64>value << 32) | <u64>load<u32>(next - 4)) << shift) >> 32));
  store<u32>(d, length << shift, 4);
  store<u32>(d, next - (shift >> 3), 8);
}

/** Number of lanes of 16 u16 at `p` that are not above `key`. */
@inline
function countUpTo(p: usize, key: v128): u32 {
  return popcnt(
    i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.le_u(v128.load(p), key), i16x8.le_u(v128.load(p, 16), key))),
  );
}

/** Code value in all lanes, at most 32767. */
@inline
function codeKey(value: u32, unit: u32): v128 {
  const code = i32x4.splat(value / unit);
  return i16x8.narrow_i32x4_s(code, code);
}

/**
 * Consumes the symbol in lane `lane` of block `b` (number `symbol` of the model): narrows the interval and updates its
 * count.
 */
@inline
function take(d: usize, m: usize, blocks: usize, symbol: u32, value: u32, length: u32, unit: u32): void {
  const entry = blocks + ((symbol >> 4) << 6) + ((symbol & 15) << 1);
  const after = symbol + 1;
  const low = <u32>load<u16>(entry) * unit;
  const above = <u32>load<u16>(blocks + ((after >> 4) << 6) + ((after & 15) << 1)) * unit;
  const high = after === load<u32>(m, 12) ? length : above;
  renormalise(d, value - low, high - low);
  store<u16>(entry, load<u16>(entry, COUNTS) + 1, COUNTS);
  const left = load<u32>(m) - 1;
  store<u32>(m, left);
  if (left === 0) updateModel(m);
}

/** Decodes a symbol with a model of at most 256 symbols. */
export function decodeSymbol(d: usize, m: usize): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4);
  const unit = length >> FREQUENCY_BITS;
  const key = codeKey(value, unit);
  const block = countUpTo(m + HEADS, key) - 1;
  const symbol = (block << 4) + countUpTo(m + LINE + (block << 6), key) - 1;
  take(d, m, m + LINE, symbol, value, length, unit);
  return symbol;
}

/** Decodes a symbol with a model of at most 16 symbols. */
export function decodeSmallSymbol(d: usize, m: usize): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4);
  const unit = length >> FREQUENCY_BITS;
  const symbol = countUpTo(m + LINE, codeKey(value, unit)) - 1;
  take(d, m, m + LINE, symbol, value, length, unit);
  return symbol;
}

/**
 * Decodes a symbol with a model of at most 48 symbols whose three blocks all exist. The blocks are compared in
 * parallel, which is faster than selecting one first: most symbols of a stream are bit numbers and use this path.
 */
export function decodeBitNumber(d: usize, m: usize): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4);
  const unit = length >> FREQUENCY_BITS;
  const key = codeKey(value, unit);
  const blocks = m + LINE;
  const symbol = countUpTo(blocks, key) + countUpTo(blocks + LINE, key) + countUpTo(blocks + 2 * LINE, key) - 1;
  take(d, m, blocks, symbol, value, length, unit);
  return symbol;
}

/** Decodes a symbol with a model of 257 to 768 symbols. */
export function decodeLargeSymbol(d: usize, m: usize): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4);
  const unit = length >> FREQUENCY_BITS;
  const key = codeKey(value, unit);
  const heads = m + HEADS;
  const block = countUpTo(heads, key) + countUpTo(heads + 32, key) + countUpTo(heads + 64, key) - 1;
  const symbol = (block << 4) + countUpTo(m + 2 * LINE + (block << 6), key) - 1;
  take(d, m, m + 2 * LINE, symbol, value, length, unit);
  return symbol;
}

/** Decodes a bit with a bit model. */
export function decodeBit(d: usize, m: usize): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4);
  const split = load<u32>(m, 8) * (length >> 13);
  const bit = u32(value >= split);
  renormalise(d, value - (bit ? split : 0), bit ? length - split : split);
  store<u32>(m, load<u32>(m) + 1 - bit);
  const left = load<u32>(m, 12) - 1;
  store<u32>(m, left, 12);
  if (left === 0) updateBitModel(m);
  return bit;
}

/** Reads 1 to 19 bits that were written without a model. */
@inline
function readFewBits(d: usize, bits: u32): u32 {
  const value = load<u32>(d);
  const length = load<u32>(d, 4) >> bits;
  const symbol = value / length;
  renormalise(d, value - symbol * length, length);
  return symbol;
}

/** Reads 1 to 32 bits that were written without a model. */
export function readBits(d: usize, bits: u32): u32 {
  if (bits <= 19) return readFewBits(d, bits);
  const low = readFewBits(d, 16);
  return (readFewBits(d, bits - 16) << 16) | low;
}
