/**
 * Coder of the core fields of formats 0 to 5 (item POINT10, version 2): a symbol encodes which of bit fields,
 * intensity, class, scan angle, user data and source change, then x and y follow as corrections of the running median
 * of their differences and z as a correction of the last z of the same return level.
 */
import { decodeSymbol } from './decoder';
import { encodeSymbol } from './encoder';
import {
  decodeInteger,
  decodeShort,
  encodeInteger,
  encodeShort,
  initInteger,
  integerSize,
  lastBits,
} from './integer';
import { MEDIAN_SIZE, addToMedian, median } from './median';
import { initModel, initModels } from './model';
import { returnContext8, returnLevel } from './tables';

export const POINT10_LENGTH: usize = 20;

const INTENSITIES: usize = 32;
const HEIGHTS: usize = 64;
const X_MEDIANS: usize = 128;
const Y_MEDIANS: usize = X_MEDIANS + 16 * MEDIAN_SIZE;
const CHANGES: usize = Y_MEDIANS + 16 * MEDIAN_SIZE;
const BYTE_MODEL: usize = 1088;
const ANGLES: usize = CHANGES + 320;
const BIT_FIELDS: usize = ANGLES + 2 * BYTE_MODEL;
const CLASSES: usize = BIT_FIELDS + 256 * BYTE_MODEL;
const USER_DATA: usize = CLASSES + 256 * BYTE_MODEL;
const INTENSITY: usize = USER_DATA + 256 * BYTE_MODEL;
const SOURCE: usize = INTENSITY + integerSize(16, 4);
const DX: usize = SOURCE + integerSize(16, 1);
const DY: usize = DX + integerSize(32, 2);
const Z: usize = DY + integerSize(32, 22);
/** Bytes of the state: last record, predictions, models. */
export const POINT10_SIZE: usize = Z + integerSize(32, 20);

/** Builds the initial state of every chunk. */
export function initPoint10(p: usize): void {
  memory.fill(p, 0, CHANGES);
  initModel(p + CHANGES, 64);
  initModels(p + ANGLES, 2 + 3 * 256, 256);
  initInteger(p + INTENSITY, 16, 4);
  initInteger(p + SOURCE, 16, 1);
  initInteger(p + DX, 32, 2);
  initInteger(p + DY, 32, 22);
  initInteger(p + Z, 32, 20);
}

/** Context of y from the number of bits of x. */
@inline
export function yContext(isSingle: u32, bits: u32): usize {
  return isSingle + (min(bits, 20) & ~1);
}

/** Context of z from the numbers of bits of x and y. */
@inline
export function zContext(isSingle: u32, bits: u32): usize {
  return isSingle + (min(bits >> 1, 18) & ~1);
}

function decodeChanges(d: usize, p: usize, changes: u32): void {
  if (changes & 32) store<u8>(p, <u8>decodeSymbol(d, p + BIT_FIELDS + <usize>load<u8>(p, 14) * BYTE_MODEL), 14);
  const fields = load<u8>(p, 14);
  const context = returnContext8((fields >> 3) & 7, fields & 7);
  const intensity = p + (<usize>context << 1);
  if (changes & 16) {
    const value = decodeShort(d, p + INTENSITY, 4, min(context, 3), load<u16>(intensity, INTENSITIES));
    store<u16>(intensity, <u16>value, INTENSITIES);
  }
  store<u16>(p, load<u16>(intensity, INTENSITIES), 12);
  if (changes & 8) store<u8>(p, <u8>decodeSymbol(d, p + CLASSES + <usize>load<u8>(p, 15) * BYTE_MODEL), 15);
  if (changes & 4) {
    const step = decodeSymbol(d, p + ANGLES + <usize>((fields >> 6) & 1) * BYTE_MODEL);
    store<u8>(p, <u8>(load<u8>(p, 16) + step), 16);
  }
  if (changes & 2) store<u8>(p, <u8>decodeSymbol(d, p + USER_DATA + <usize>load<u8>(p, 17) * BYTE_MODEL), 17);
  if (changes & 1) store<u16>(p, <u16>decodeShort(d, p + SOURCE, 1, 0, load<u16>(p, 18)), 18);
}

/** Decodes the next record into the state and copies its 20 bytes to `out`. */
export function decodePoint10(d: usize, p: usize, out: usize): void {
  const changes = decodeSymbol(d, p + CHANGES);
  if (changes) decodeChanges(d, p, changes);
  const fields = <u32>load<u8>(p, 14);
  const returns = (fields >> 3) & 7;
  const context = <usize>returnContext8(returns, fields & 7);
  const isSingle = u32(returns === 1);

  const xMedian = p + X_MEDIANS + context * MEDIAN_SIZE;
  const dx = decodeInteger(d, p + DX, 2, isSingle, median(xMedian));
  addToMedian(xMedian, dx);
  store<i32>(p, load<i32>(p) + dx);

  const yMedian = p + Y_MEDIANS + context * MEDIAN_SIZE;
  const xBits = lastBits(p + DX);
  const dy = decodeInteger(d, p + DY, 22, yContext(isSingle, xBits), median(yMedian));
  addToMedian(yMedian, dy);
  store<i32>(p, load<i32>(p, 4) + dy, 4);

  const height = p + (<usize>returnLevel(returns, fields & 7) << 2);
  const z = decodeInteger(d, p + Z, 20, zContext(isSingle, xBits + lastBits(p + DY)), load<i32>(height, HEIGHTS));
  store<i32>(height, z, HEIGHTS);
  store<i32>(p, z, 8);

  v128.store(out, v128.load(p));
  store<u32>(out, load<u32>(p, 16), 16);
}

function encodeChanges(e: usize, p: usize, now: usize, context: u32): void {
  const intensity = p + (<usize>context << 1);
  const changes =
    (u32(load<u8>(p, 14) !== load<u8>(now, 14)) << 5) |
    (u32(load<u16>(intensity, INTENSITIES) !== load<u16>(now, 12)) << 4) |
    (u32(load<u8>(p, 15) !== load<u8>(now, 15)) << 3) |
    (u32(load<u8>(p, 16) !== load<u8>(now, 16)) << 2) |
    (u32(load<u8>(p, 17) !== load<u8>(now, 17)) << 1) |
    u32(load<u16>(p, 18) !== load<u16>(now, 18));
  encodeSymbol(e, p + CHANGES, changes);
  if (changes & 32) encodeSymbol(e, p + BIT_FIELDS + <usize>load<u8>(p, 14) * BYTE_MODEL, load<u8>(now, 14));
  if (changes & 16) {
    encodeShort(e, p + INTENSITY, 4, min(context, 3), load<u16>(intensity, INTENSITIES), load<u16>(now, 12));
    store<u16>(intensity, load<u16>(now, 12), INTENSITIES);
  }
  if (changes & 8) encodeSymbol(e, p + CLASSES + <usize>load<u8>(p, 15) * BYTE_MODEL, load<u8>(now, 15));
  if (changes & 4) {
    const direction = <usize>((load<u8>(now, 14) >> 6) & 1);
    encodeSymbol(e, p + ANGLES + direction * BYTE_MODEL, (load<u8>(now, 16) - load<u8>(p, 16)) & 0xff);
  }
  if (changes & 2) encodeSymbol(e, p + USER_DATA + <usize>load<u8>(p, 17) * BYTE_MODEL, load<u8>(now, 17));
  if (changes & 1) encodeShort(e, p + SOURCE, 1, 0, load<u16>(p, 18), load<u16>(now, 18));
}

/** Encodes the 20 bytes at `now`; the mirror of `decodePoint10`. */
export function encodePoint10(e: usize, p: usize, now: usize): void {
  const fields = <u32>load<u8>(now, 14);
  const returns = (fields >> 3) & 7;
  const context = returnContext8(returns, fields & 7);
  const isSingle = u32(returns === 1);
  encodeChanges(e, p, now, context);

  const xMedian = p + X_MEDIANS + <usize>context * MEDIAN_SIZE;
  const dx = load<i32>(now) - load<i32>(p);
  encodeInteger(e, p + DX, 2, isSingle, median(xMedian), dx);
  addToMedian(xMedian, dx);

  const yMedian = p + Y_MEDIANS + <usize>context * MEDIAN_SIZE;
  const xBits = lastBits(p + DX);
  const dy = load<i32>(now, 4) - load<i32>(p, 4);
  encodeInteger(e, p + DY, 22, yContext(isSingle, xBits), median(yMedian), dy);
  addToMedian(yMedian, dy);

  const height = p + (<usize>returnLevel(returns, fields & 7) << 2);
  const z = load<i32>(now, 8);
  encodeInteger(e, p + Z, 20, zContext(isSingle, xBits + lastBits(p + DY)), load<i32>(height, HEIGHTS), z);
  store<i32>(height, z, HEIGHTS);

  v128.store(p, v128.load(now));
  store<u32>(p, load<u32>(now, 16), 16);
}
