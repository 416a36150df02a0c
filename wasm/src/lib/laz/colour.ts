/**
 * Colours (u16 red, green, blue) and near infrared, byte by byte: a symbol encodes which bytes change and whether the
 * colour is grey; then the changed bytes follow as differences, green and blue predicted from red. Shared by RGB12 of
 * formats 2 and 3 and by RGB14 of formats 7 and 8.
 */
import { decodeSmallSymbol, decodeSymbol } from './decoder';
import { encodeSymbol } from './encoder';
import { initModels } from './model';

const BYTE_MODEL: usize = 1088;
const CHANGES_MODEL: usize = 576;
/** Bytes of the colour models: changes, then low and high byte of red, green and blue. */
export const COLOUR_MODELS_SIZE: usize = CHANGES_MODEL + 6 * BYTE_MODEL;
/** Bytes of the infrared models: changes, low byte, high byte. */
export const INFRARED_MODELS_SIZE: usize = 128 + 2 * BYTE_MODEL;

export function initColourModels(m: usize): void {
  initModels(initModels(m, 1, 128), 6, 256);
}

export function initInfraredModels(m: usize): void {
  initModels(initModels(m, 1, 4), 2, 256);
}

@inline
function clampByte(value: i32): i32 {
  return max(0, min(255, value));
}

@inline
function decodeByte(d: usize, m: usize, index: usize, prediction: i32): i32 {
  return (<i32>decodeSymbol(d, m + CHANGES_MODEL + index * BYTE_MODEL) + prediction) & 0xff;
}

/** Decodes a colour after the one at `last` (u16[3]), which is replaced. */
export function decodeColour(d: usize, m: usize, last: usize): void {
  const changes = decodeSymbol(d, m);
  const red0 = <i32>load<u8>(last);
  const red1 = <i32>load<u8>(last, 1);
  const r0 = changes & 1 ? decodeByte(d, m, 0, red0) : red0;
  const r1 = changes & 2 ? decodeByte(d, m, 1, red1) : red1;
  const red = r0 | (r1 << 8);
  store<u16>(last, <u16>red);
  if (!(changes & 64)) {
    store<u16>(last, <u16>red, 2);
    store<u16>(last, <u16>red, 4);
    return;
  }
  const green0 = <i32>load<u8>(last, 2);
  const green1 = <i32>load<u8>(last, 3);
  const blue0 = <i32>load<u8>(last, 4);
  const blue1 = <i32>load<u8>(last, 5);
  let g0 = green0;
  let g1 = green1;
  let step = r0 - red0;
  if (changes & 4) g0 = decodeByte(d, m, 2, clampByte(step + green0));
  if (changes & 16) store<u8>(last, <u8>decodeByte(d, m, 4, clampByte((step + g0 - green0) / 2 + blue0)), 4);
  step = r1 - red1;
  if (changes & 8) g1 = decodeByte(d, m, 3, clampByte(step + green1));
  if (changes & 32) store<u8>(last, <u8>decodeByte(d, m, 5, clampByte((step + g1 - green1) / 2 + blue1)), 5);
  store<u16>(last, <u16>(g0 | (g1 << 8)), 2);
}

@inline
function encodeByte(e: usize, m: usize, index: usize, value: i32, prediction: i32): void {
  encodeSymbol(e, m + CHANGES_MODEL + index * BYTE_MODEL, (value - prediction) & 0xff);
}

function colourChanges(now: usize, last: usize): u32 {
  let changes: u32 = 0;
  for (let i: u32 = 0; i < 6; i++) changes |= u32(load<u8>(now + i) !== load<u8>(last + i)) << i;
  const red = load<u16>(now);
  return changes | (u32(red !== load<u16>(now, 2) || red !== load<u16>(now, 4)) << 6);
}

/** Encodes the colour at `now` after the one at `last`, which is replaced; returns whether it differs. */
export function encodeColour(e: usize, m: usize, last: usize, now: usize): bool {
  const changes = colourChanges(now, last);
  encodeSymbol(e, m, changes);
  const r0 = <i32>load<u8>(now) - <i32>load<u8>(last);
  const r1 = <i32>load<u8>(now, 1) - <i32>load<u8>(last, 1);
  if (changes & 1) encodeByte(e, m, 0, load<u8>(now), load<u8>(last));
  if (changes & 2) encodeByte(e, m, 1, load<u8>(now, 1), load<u8>(last, 1));
  if (changes & 64) {
    const g0 = <i32>load<u8>(now, 2) - <i32>load<u8>(last, 2);
    const g1 = <i32>load<u8>(now, 3) - <i32>load<u8>(last, 3);
    if (changes & 4) encodeByte(e, m, 2, load<u8>(now, 2), clampByte(r0 + load<u8>(last, 2)));
    if (changes & 16) encodeByte(e, m, 4, load<u8>(now, 4), clampByte((r0 + g0) / 2 + load<u8>(last, 4)));
    if (changes & 8) encodeByte(e, m, 3, load<u8>(now, 3), clampByte(r1 + load<u8>(last, 3)));
    if (changes & 32) encodeByte(e, m, 5, load<u8>(now, 5), clampByte((r1 + g1) / 2 + load<u8>(last, 5)));
  }
  store<u32>(last, load<u32>(now));
  store<u16>(last, load<u16>(now, 4), 4);
  return (changes & 63) !== 0;
}

/** Decodes a near-infrared value after the one at `last`, which is replaced. */
export function decodeInfrared(d: usize, m: usize, last: usize): void {
  const changes = decodeSmallSymbol(d, m);
  if (changes & 1) store<u8>(last, <u8>(load<u8>(last) + <u8>decodeSymbol(d, m + 128)));
  if (changes & 2) store<u8>(last, <u8>(load<u8>(last, 1) + <u8>decodeSymbol(d, m + 128 + BYTE_MODEL)), 1);
}

/** Encodes the near-infrared value at `now` after the one at `last`, which is replaced; returns whether it differs. */
export function encodeInfrared(e: usize, m: usize, last: usize, now: usize): bool {
  const low = load<u8>(now) - load<u8>(last);
  const high = load<u8>(now, 1) - load<u8>(last, 1);
  const changes = u32(low !== 0) | (u32(high !== 0) << 1);
  encodeSymbol(e, m, changes);
  if (changes & 1) encodeSymbol(e, m + 128, low);
  if (changes & 2) encodeSymbol(e, m + 128 + BYTE_MODEL, high);
  store<u16>(last, load<u16>(now));
  return changes !== 0;
}
