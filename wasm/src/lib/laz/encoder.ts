/**
 * Range encoder, the mirror of `decoder.ts`. It writes its bytes downwards in memory, so that four at a time are one
 * little-endian store; the finished stream is reversed when it is copied into the chunk. An encoder is 16 bytes: u32
 * base, u32 length, u32 address past the next byte, u32 address past the first byte.
 */
import { COUNTS, FREQUENCY_BITS, LINE, blocksOffset, updateBitModel, updateModel } from './model';

export const ENCODER_SIZE: usize = 16;

const MIN_LENGTH: u32 = 1 << 24;

/** Opens an encoder that writes from `top` (exclusive) downwards. */
export function openEncoder(e: usize, top: usize): void {
  store<u32>(e, 0);
  store<u32>(e, 0xffffffff, 4);
  store<u32>(e, <u32>top, 8);
  store<u32>(e, <u32>top, 12);
}

/** Bytes written so far; all of them after `closeEncoder`. */
@inline
export function encodedSize(e: usize): u32 {
  return load<u32>(e, 12) - load<u32>(e, 8);
}

function carry(next: usize): void {
  let p = next;
  while (load<u8>(p) === 0xff) store<u8>(p++, 0);
  store<u8>(p, load<u8>(p) + 1);
}

/** Sets the interval to `base + low` with the given length and writes the bytes that are final. */
@inline
function narrow(e: usize, low: u32, length: u32): void {
  const next = load<u32>(e, 8);
  const before = load<u32>(e);
  const base = before + low;
  if (base < before) carry(next);
  const shift = clz(length) & 24;
  store<u32>(next - 4, base);
  store<u32>(e, base << shift);
  store<u32>(e, length << shift, 4);
  store<u32>(e, next - (shift >> 3), 8);
}

@inline
function encodeIn(e: usize, m: usize, blocks: usize, symbol: u32): void {
  const length = load<u32>(e, 4);
  const unit = length >> FREQUENCY_BITS;
  const entry = blocks + ((symbol >> 4) << 6) + ((symbol & 15) << 1);
  const after = symbol + 1;
  const low = <u32>load<u16>(entry) * unit;
  const above = <u32>load<u16>(blocks + ((after >> 4) << 6) + ((after & 15) << 1)) * unit;
  narrow(e, low, (after === load<u32>(m, 12) ? length : above) - low);
  store<u16>(entry, load<u16>(entry, COUNTS) + 1, COUNTS);
  const left = load<u32>(m) - 1;
  store<u32>(m, left);
  if (left === 0) updateModel(m);
}

/** Encodes a symbol with a model of at most 256 symbols. */
export function encodeSymbol(e: usize, m: usize, symbol: u32): void {
  encodeIn(e, m, m + LINE, symbol);
}

/** Encodes a symbol with a model of any size. */
export function encodeLargeSymbol(e: usize, m: usize, symbol: u32): void {
  encodeIn(e, m, m + blocksOffset(load<u32>(m, 12)), symbol);
}

/** Encodes a bit with a bit model. */
export function encodeBit(e: usize, m: usize, bit: u32): void {
  const length = load<u32>(e, 4);
  const split = load<u32>(m, 8) * (length >> 13);
  narrow(e, bit ? split : 0, bit ? length - split : split);
  store<u32>(m, load<u32>(m) + 1 - bit);
  const left = load<u32>(m, 12) - 1;
  store<u32>(m, left, 12);
  if (left === 0) updateBitModel(m);
}

/** Writes 1 to 32 bits without a model. */
export function writeBits(e: usize, bits: u32, symbol: u32): void {
  if (bits > 19) {
    const short = load<u32>(e, 4) >> 16;
    narrow(e, (symbol & 0xffff) * short, short);
    symbol >>= 16;
    bits -= 16;
  }
  const length = load<u32>(e, 4) >> bits;
  narrow(e, symbol * length, length);
}

/** Flushes the last bytes; readers of the format read up to three more, which are zero. */
export function closeEncoder(e: usize): void {
  const isWide = load<u32>(e, 4) > 2 * MIN_LENGTH;
  narrow(e, isWide ? MIN_LENGTH : MIN_LENGTH >> 1, isWide ? MIN_LENGTH >> 1 : MIN_LENGTH >> 9);
  const padding: u32 = isWide ? 3 : 2;
  const next = load<u32>(e, 8) - padding;
  memory.fill(next, 0, padding);
  store<u32>(e, next, 8);
}
