/**
 * Decoder of the core fields of formats 6 to 8 (item POINT14, versions 3 and 4): each group of fields has a layer, a
 * range-coded stream of its own. The first layer has for each point which fields change, its channel, its returns, and
 * x and y.
 */
import { context, currentChannel, switchChannel } from './channels';
import { DECODER_SIZE, decodeSmallSymbol, decodeSymbol } from './decoder';
import { decodeGps, gpsTime } from './gps';
import { decodeInteger, decodeShort, lastBits } from './integer';
import {
  ANGLE, ANGLE_CODER, BYTE_MODEL, CHANGES, CHANGES_MODEL, CHANNEL, CLASS, CLASSES, DX, DY, FIXED_LAYERS, FLAGS,
  FLAGS_MODEL, FLAG_MODELS, GPS, GPS_CODER, GPS_FIRST, GPS_MULTIPLES, GPS_STATE, HEIGHTS, INTENSITIES, INTENSITY,
  INTENSITY_CODER, NUMBER, NUMBER_SAME_TIME, RETURNS, SMALL_MODEL, SOURCE, SOURCE_CODER, TIME_CHANGED, USER_DATA,
  USER_MODELS, X_MEDIANS, Y_MEDIANS, Z, Z_CODER,
} from './layout14';
import { MEDIAN_SIZE, addToMedian, median } from './median';
import { yContext, zContext } from './point10';
import { returnContext16, returnLevel } from './tables';

const DECODERS: usize = memory.data(<i32>FIXED_LAYERS * 16, 16);

/** The decoder of a fixed layer. */
@inline
export function layerDecoder(layer: u32): usize {
  return DECODERS + <usize>layer * DECODER_SIZE;
}

/** Index of the model of changes: first return, last return, time changed at the last point. */
@inline
export function changesContext(c: usize): usize {
  const fields = <u32>load<u8>(c, 14);
  const number = fields & 15;
  return u32(number === 1) | (u32(number >= fields >> 4) << 1) | (load<u32>(c, TIME_CHANGED) << 2);
}

/** 2 for a first return plus 1 for a last one. */
@inline
export function returnPlace(number: u32, returns: u32): u32 {
  return (u32(number === 1) << 1) | u32(number >= returns);
}

/** Scan direction, edge of flight line and class flags as six bits. */
@inline
export function sixFlags(flags: u32): u32 {
  return (flags & 15) | ((flags >> 2) & 0x30);
}

function decodeReturns(d: usize, c: usize, changes: u32): void {
  const fields = <u32>load<u8>(c, 14);
  const lastNumber = fields & 15;
  let returns = fields >> 4;
  if (changes & 4) returns = decodeSmallSymbol(d, c + RETURNS + <usize>returns * SMALL_MODEL);
  let number = lastNumber;
  switch (changes & 3) {
    case 1: number = (lastNumber + 1) & 15; break;
    case 2: number = (lastNumber + 15) & 15; break;
    case 3:
      number = changes & 16
        ? decodeSmallSymbol(d, c + NUMBER + <usize>lastNumber * SMALL_MODEL)
        : (lastNumber + decodeSmallSymbol(d, c + NUMBER_SAME_TIME) + 2) & 15;
      break;
  }
  store<u8>(c, <u8>((returns << 4) | number), 14);
}

function decodeXyz(c: usize, returns: u32, number: u32, timeChanged: u32, mask: u32): void {
  const d = layerDecoder(0);
  const slot = <usize>((returnContext16(returns, number) << 1) | timeChanged) * MEDIAN_SIZE;
  const isSingle = u32(returns === 1);
  const dx = decodeInteger(d, c + DX, 2, isSingle, median(c + X_MEDIANS + slot));
  addToMedian(c + X_MEDIANS + slot, dx);
  store<i32>(c, load<i32>(c) + dx);

  const xBits = lastBits(c + DX);
  const dy = decodeInteger(d, c + DY, 22, yContext(isSingle, xBits), median(c + Y_MEDIANS + slot));
  addToMedian(c + Y_MEDIANS + slot, dy);
  store<i32>(c, load<i32>(c, 4) + dy, 4);

  if (mask & (1 << Z)) {
    const height = c + (<usize>returnLevel(returns, number) << 2);
    const bits = xBits + lastBits(c + DY);
    const z = decodeInteger(layerDecoder(Z), c + Z_CODER, 20, zContext(isSingle, bits), load<i32>(height, HEIGHTS));
    store<i32>(height, z, HEIGHTS);
    store<i32>(c, z, 8);
  }
}

/** Decodes the layers with one symbol per point. */
function decodeBytes(c: usize, place: u32, mask: u32): void {
  if (mask & (1 << CLASS)) {
    const model = ((<usize>load<u8>(c, 16) & 31) << 1) | u32(place === 3);
    store<u8>(c, <u8>decodeSymbol(layerDecoder(CLASS), c + CLASSES + model * BYTE_MODEL), 16);
  }
  if (mask & (1 << FLAGS)) {
    const flags = <u32>load<u8>(c, 15);
    const six = decodeSymbol(layerDecoder(FLAGS), c + FLAG_MODELS + <usize>sixFlags(flags) * FLAGS_MODEL);
    store<u8>(c, <u8>((flags & 0x30) | (six & 15) | ((six & 0x30) << 2)), 15);
  }
  if (mask & (1 << USER_DATA)) {
    const model = <usize>(load<u8>(c, 17) >> 2);
    store<u8>(c, <u8>decodeSymbol(layerDecoder(USER_DATA), c + USER_MODELS + model * BYTE_MODEL), 17);
  }
}

function decodeShorts(c: usize, place: u32, changes: u32, mask: u32): void {
  const timeChanged = (changes >> 4) & 1;
  if (mask & (1 << INTENSITY)) {
    const last = c + (<usize>((place << 1) | timeChanged) << 1);
    const value = decodeShort(layerDecoder(INTENSITY), c + INTENSITY_CODER, 4, place, load<u16>(last, INTENSITIES));
    store<u16>(last, <u16>value, INTENSITIES);
    store<u16>(c, <u16>value, 12);
  }
  if (changes & 8 && mask & (1 << ANGLE)) {
    store<u16>(c, <u16>decodeShort(layerDecoder(ANGLE), c + ANGLE_CODER, 2, timeChanged, load<i16>(c, 18)), 18);
  }
  if (changes & 32 && mask & (1 << SOURCE)) {
    store<u16>(c, <u16>decodeShort(layerDecoder(SOURCE), c + SOURCE_CODER, 1, 0, load<u16>(c, 20)), 20);
  }
}

/**
 * Decodes the next record of the layers in `mask` and copies its 30 bytes to `out`; fields of other layers keep the
 * values of the channel's first record. False when a stream is invalid.
 */
export function decodePoint14(out: usize, mask: u32): bool {
  const d = layerDecoder(0);
  let c = context(currentChannel());
  const changes = decodeSymbol(d, c + CHANGES + changesContext(c) * CHANGES_MODEL);
  if (changes & 64) {
    const channel = (currentChannel() + decodeSmallSymbol(d, c + CHANNEL) + 1) & 3;
    switchChannel(channel);
    c = context(channel);
    store<u8>(c, <u8>((load<u8>(c, 15) & 0xcf) | (channel << 4)), 15);
  }
  if (changes & 7) decodeReturns(d, c, changes);
  const fields = <u32>load<u8>(c, 14);
  const number = fields & 15;
  const returns = fields >> 4;
  const timeChanged = (changes >> 4) & 1;
  decodeXyz(c, returns, number, timeChanged, mask);
  const place = returnPlace(number, returns);
  decodeBytes(c, place, mask);
  decodeShorts(c, place, changes, mask);
  if (timeChanged && mask & (1 << GPS)) {
    if (!decodeGps(layerDecoder(GPS), c + GPS_FIRST, c + GPS_MULTIPLES, c + GPS_CODER, c + GPS_STATE, 0)) return false;
    store<i64>(c, gpsTime(c + GPS_STATE), 22);
  }
  store<u32>(c, timeChanged, TIME_CHANGED);
  v128.store(out, v128.load(c));
  v128.store(out, v128.load(c, 14), 14);
  return true;
}
