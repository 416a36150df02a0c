/** Encoder of the core fields of formats 6 to 8, the mirror of `point14-decode.ts`. */
import { context, currentChannel, switchChannel, usedChannels } from './channels';
import { ENCODER_SIZE, encodeSymbol } from './encoder';
import { encodeGps } from './gps';
import { encodeInteger, encodeShort, lastBits } from './integer';
import {
  ANGLE, ANGLE_CODER, BYTE_MODEL, CHANGES, CHANGES_MODEL, CHANNEL, CLASS, CLASSES, DX, DY, FIXED_LAYERS, FLAGS,
  FLAGS_MODEL, FLAG_MODELS, GPS, GPS_CODER, GPS_FIRST, GPS_MULTIPLES, GPS_STATE, HEIGHTS, INTENSITIES, INTENSITY,
  INTENSITY_CODER, NUMBER, NUMBER_SAME_TIME, RETURNS, SMALL_MODEL, SOURCE, SOURCE_CODER, TIME_CHANGED, USER_DATA,
  USER_MODELS, X_MEDIANS, Y_MEDIANS, Z, Z_CODER,
} from './layout14';
import { MEDIAN_SIZE, addToMedian, median } from './median';
import { yContext, zContext } from './point10';
import { changesContext, returnPlace, sixFlags } from './point14-decode';
import { returnContext16, returnLevel } from './tables';

const ENCODERS: usize = memory.data(<i32>FIXED_LAYERS * 16, 16);

/** The encoder of a fixed layer. */
@inline
export function layerEncoder(layer: u32): usize {
  return ENCODERS + <usize>layer * ENCODER_SIZE;
}

/** What differs between the record at `now` and the last one of its channel at `last`, without the channel bit. */
function changesFrom(last: usize, now: usize): u32 {
  const was = <u32>load<u8>(last, 14);
  const is = <u32>load<u8>(now, 14);
  const step = (is - was) & 15;
  const numberCode: u32 = step === 0 ? 0 : step === 1 ? 1 : step === 15 ? 2 : 3;
  return (
    (u32(load<u16>(last, 20) !== load<u16>(now, 20)) << 5) |
    (u32(load<i64>(last, 22) !== load<i64>(now, 22)) << 4) |
    (u32(load<u16>(last, 18) !== load<u16>(now, 18)) << 3) |
    (u32(was >> 4 !== is >> 4) << 2) |
    numberCode
  );
}

function encodeReturns(e: usize, c: usize, now: usize, changes: u32): void {
  const was = <usize>load<u8>(c, 14);
  const is = <u32>load<u8>(now, 14);
  if (changes & 4) encodeSymbol(e, c + RETURNS + (was >> 4) * SMALL_MODEL, is >> 4);
  if ((changes & 3) !== 3) return;
  if (changes & 16) encodeSymbol(e, c + NUMBER + (was & 15) * SMALL_MODEL, is & 15);
  else encodeSymbol(e, c + NUMBER_SAME_TIME, (is - <u32>was - 2) & 15);
}

function encodeXyz(c: usize, now: usize, returns: u32, number: u32, timeChanged: u32): void {
  const e = layerEncoder(0);
  const slot = <usize>((returnContext16(returns, number) << 1) | timeChanged) * MEDIAN_SIZE;
  const isSingle = u32(returns === 1);
  const dx = load<i32>(now) - load<i32>(c);
  encodeInteger(e, c + DX, 2, isSingle, median(c + X_MEDIANS + slot), dx);
  addToMedian(c + X_MEDIANS + slot, dx);

  const xBits = lastBits(c + DX);
  const dy = load<i32>(now, 4) - load<i32>(c, 4);
  encodeInteger(e, c + DY, 22, yContext(isSingle, xBits), median(c + Y_MEDIANS + slot), dy);
  addToMedian(c + Y_MEDIANS + slot, dy);

  const height = c + (<usize>returnLevel(returns, number) << 2);
  const bits = xBits + lastBits(c + DY);
  const z = load<i32>(now, 8);
  encodeInteger(layerEncoder(Z), c + Z_CODER, 20, zContext(isSingle, bits), load<i32>(height, HEIGHTS), z);
  store<i32>(height, z, HEIGHTS);
}

function encodeBytes(c: usize, now: usize, place: u32, mask: u32): void {
  if (mask & (1 << CLASS)) {
    const model = ((<usize>load<u8>(c, 16) & 31) << 1) | u32(place === 3);
    encodeSymbol(layerEncoder(CLASS), c + CLASSES + model * BYTE_MODEL, load<u8>(now, 16));
  }
  if (mask & (1 << FLAGS)) {
    const model = <usize>sixFlags(load<u8>(c, 15));
    encodeSymbol(layerEncoder(FLAGS), c + FLAG_MODELS + model * FLAGS_MODEL, sixFlags(load<u8>(now, 15)));
  }
  if (mask & (1 << USER_DATA)) {
    const model = <usize>(load<u8>(c, 17) >> 2);
    encodeSymbol(layerEncoder(USER_DATA), c + USER_MODELS + model * BYTE_MODEL, load<u8>(now, 17));
  }
}

function encodeShorts(c: usize, now: usize, place: u32, changes: u32, mask: u32): void {
  const timeChanged = (changes >> 4) & 1;
  if (mask & (1 << INTENSITY)) {
    const last = c + (<usize>((place << 1) | timeChanged) << 1);
    const value = <i32>load<u16>(now, 12);
    encodeShort(layerEncoder(INTENSITY), c + INTENSITY_CODER, 4, place, load<u16>(last, INTENSITIES), value);
    store<u16>(last, <u16>value, INTENSITIES);
  }
  if (changes & 8) {
    encodeShort(layerEncoder(ANGLE), c + ANGLE_CODER, 2, timeChanged, load<i16>(c, 18), load<i16>(now, 18));
  }
  if (changes & 32) encodeShort(layerEncoder(SOURCE), c + SOURCE_CODER, 1, 0, load<u16>(c, 20), load<u16>(now, 20));
}

/** Encodes the 30 bytes at `now`. `mask` has the layers whose fields differ between records. */
export function encodePoint14(now: usize, mask: u32): void {
  const e = layerEncoder(0);
  const old = context(currentChannel());
  const channel = <u32>((load<u8>(now, 15) >> 4) & 3);
  const isSwitched = channel !== currentChannel();
  const last = isSwitched && usedChannels() & (1 << channel) ? context(channel) : old;
  const changes = changesFrom(last, now);
  encodeSymbol(e, old + CHANGES + changesContext(old) * CHANGES_MODEL, changes | (u32(isSwitched) << 6));
  if (isSwitched) {
    encodeSymbol(e, old + CHANNEL, (channel - currentChannel() - 1) & 3);
    switchChannel(channel);
  }
  const c = context(channel);
  encodeReturns(e, c, now, changes);
  const fields = <u32>load<u8>(now, 14);
  const number = fields & 15;
  const returns = fields >> 4;
  const timeChanged = (changes >> 4) & 1;
  encodeXyz(c, now, returns, number, timeChanged);
  const place = returnPlace(number, returns);
  encodeBytes(c, now, place, mask);
  encodeShorts(c, now, place, changes, mask);
  if (timeChanged) {
    encodeGps(layerEncoder(GPS), c + GPS_FIRST, c + GPS_MULTIPLES, c + GPS_CODER, c + GPS_STATE, 0, load<i64>(now, 22));
  }
  v128.store(c, v128.load(now));
  v128.store(c, v128.load(now, 14), 14);
  store<u32>(c, timeChanged, TIME_CHANGED);
}
