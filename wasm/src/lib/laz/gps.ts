/**
 * GPS times as multiples of the last difference, in up to four interleaved sequences. Times are treated as 64-bit
 * integers of their bits. State: u32 current sequence, u32 newest sequence, i64[4] times, i32[4] differences, i32[4]
 * counts of extreme multiples.
 *
 * Formats 0 to 5 have a code for "unchanged" that formats 6 to 10 lack; `gap` is 1 for the former, else 0.
 */
import { decodeLargeSymbol, decodeSmallSymbol, readBits } from './decoder';
import { encodeLargeSymbol, encodeSymbol, writeBits } from './encoder';
import { decodeCorrection, decodeInteger, encodeInteger } from './integer';

export const GPS_STATE_SIZE: usize = 72;
export const GPS_CONTEXTS: usize = 9;
/** Symbols of the two models in formats 6 to 10; formats 0 to 5 have one more of each. */
export const GPS_MULTIPLE_SYMBOLS: u32 = 515;
export const GPS_FIRST_SYMBOLS: u32 = 5;

const NEWEST: usize = 4;
const TIMES: usize = 8;
const DIFFERENCES: usize = 40;
const EXTREMES: usize = 56;

const MAX_MULTIPLE: i32 = 500;
const MIN_MULTIPLE: i32 = -10;
/** First code after the multiples. */
const CODE_TOP: i32 = MAX_MULTIPLE - MIN_MULTIPLE + 1;

/** Initialises the sequences: the first with `time`, the others with zero. */
export function startGps(g: usize, time: i64): void {
  memory.fill(g, 0, GPS_STATE_SIZE);
  store<i64>(g, time, TIMES);
}

/** The time last decoded or encoded. */
@inline
export function gpsTime(g: usize): i64 {
  return load<i64>(g + (<usize>load<u32>(g) << 3), TIMES);
}

function resetDifference(slot: usize, difference: i32): void {
  store<i32>(slot, difference, DIFFERENCES);
  store<i32>(slot, 0, EXTREMES);
}

function countExtreme(slot: usize, difference: i32): void {
  const count = load<i32>(slot, EXTREMES) + 1;
  if (count > 3) resetDifference(slot, difference);
  else store<i32>(slot, count, EXTREMES);
}

function startSequence(g: usize, time: i64): void {
  const newest = (load<u32>(g, NEWEST) + 1) & 3;
  store<u32>(g, newest, NEWEST);
  store<u32>(g, newest);
  store<i64>(g + (newest << 3), time, TIMES);
  resetDifference(g + (newest << 2), 0);
}

function decodeFull(d: usize, c: usize, g: usize): void {
  const upper = decodeInteger(d, c, GPS_CONTEXTS, 8, <i32>(gpsTime(g) >> 32));
  const low = readBits(d, 16);
  const high = readBits(d, 16);
  startSequence(g, (<i64>upper << 32) | <i64>((high << 16) | low));
}

function decodeMultiple(d: usize, c: usize, slot: usize, code: i32): i32 {
  const last = load<i32>(slot, DIFFERENCES);
  if (code === 0) {
    const difference = decodeCorrection(d, c, GPS_CONTEXTS, 7);
    countExtreme(slot, difference);
    return difference;
  }
  if (code === MAX_MULTIPLE) {
    const difference = decodeInteger(d, c, GPS_CONTEXTS, 4, code * last);
    countExtreme(slot, difference);
    return difference;
  }
  if (code < MAX_MULTIPLE) return decodeInteger(d, c, GPS_CONTEXTS, code < 10 ? 2 : 3, code * last);
  const multiple = MAX_MULTIPLE - code;
  if (multiple > MIN_MULTIPLE) return decodeInteger(d, c, GPS_CONTEXTS, 5, multiple * last);
  const difference = decodeInteger(d, c, GPS_CONTEXTS, 6, MIN_MULTIPLE * last);
  countExtreme(slot, difference);
  return difference;
}

/**
 * Decodes the next time into the state at `g`. `first` and `multiples` are the models, `c` the integer coder. False
 * when the stream switches sequences more often than an encoder can.
 */
export function decodeGps(d: usize, first: usize, multiples: usize, c: usize, g: usize, gap: i32): bool {
  for (let hops = 0; hops < 4; hops++) {
    const current = load<u32>(g);
    const slot = g + (<usize>current << 2);
    const time = g + (<usize>current << 3);
    if (load<i32>(slot, DIFFERENCES) === 0) {
      const code = <i32>decodeSmallSymbol(d, first) - gap;
      if (code < 0) return true;
      if (code === 0) {
        const difference = decodeCorrection(d, c, GPS_CONTEXTS, 0);
        resetDifference(slot, difference);
        store<i64>(time, load<i64>(time, TIMES) + <i64>difference, TIMES);
        return true;
      }
      if (code === 1) {
        decodeFull(d, c, g);
        return true;
      }
      store<u32>(g, (current + code - 1) & 3);
      continue;
    }
    let code = <i32>decodeLargeSymbol(d, multiples);
    if (code === 1) {
      const difference = decodeInteger(d, c, GPS_CONTEXTS, 1, load<i32>(slot, DIFFERENCES));
      store<i32>(slot, 0, EXTREMES);
      store<i64>(time, load<i64>(time, TIMES) + <i64>difference, TIMES);
      return true;
    }
    if (code < CODE_TOP) {
      store<i64>(time, load<i64>(time, TIMES) + <i64>decodeMultiple(d, c, slot, code), TIMES);
      return true;
    }
    code -= CODE_TOP + gap;
    if (code < 0) return true;
    if (code === 0) {
      decodeFull(d, c, g);
      return true;
    }
    store<u32>(g, (current + code) & 3);
  }
  return false;
}

/**
 * Number (1 to 3) of sequences to advance to one from which a 32-bit difference reaches `time`; 0 when there is none.
 */
function findSequence(g: usize, time: i64): u32 {
  const current = load<u32>(g);
  for (let step: u32 = 1; step < 4; step++) {
    const difference = time - load<i64>(g + (<usize>((current + step) & 3) << 3), TIMES);
    if (difference === <i64>(<i32>difference)) return step;
  }
  return 0;
}

function encodeFull(e: usize, c: usize, g: usize, time: i64): void {
  encodeInteger(e, c, GPS_CONTEXTS, 8, <i32>(gpsTime(g) >> 32), <i32>(time >> 32));
  writeBits(e, 16, <u32>time & 0xffff);
  writeBits(e, 16, <u32>time >> 16);
  startSequence(g, time);
}

function encodeMultiple(e: usize, multiples: usize, c: usize, slot: usize, difference: i32): void {
  const last = load<i32>(slot, DIFFERENCES);
  const quotient = <f32>difference / <f32>last;
  const bounded = max<f32>(-1000, min<f32>(1000, quotient));
  const multiple = <i32>(bounded >= 0 ? bounded + 0.5 : bounded - 0.5);
  if (multiple === 1) {
    encodeLargeSymbol(e, multiples, 1);
    encodeInteger(e, c, GPS_CONTEXTS, 1, last, difference);
    store<i32>(slot, 0, EXTREMES);
  } else if (multiple > 0 && multiple < MAX_MULTIPLE) {
    encodeLargeSymbol(e, multiples, multiple);
    encodeInteger(e, c, GPS_CONTEXTS, multiple < 10 ? 2 : 3, multiple * last, difference);
  } else if (multiple < 0 && multiple > MIN_MULTIPLE) {
    encodeLargeSymbol(e, multiples, MAX_MULTIPLE - multiple);
    encodeInteger(e, c, GPS_CONTEXTS, 5, multiple * last, difference);
  } else {
    const bound = multiple > 0 ? MAX_MULTIPLE : multiple < 0 ? MIN_MULTIPLE : 0;
    encodeLargeSymbol(e, multiples, bound < 0 ? MAX_MULTIPLE - MIN_MULTIPLE : bound);
    encodeInteger(e, c, GPS_CONTEXTS, bound > 0 ? 4 : bound < 0 ? 6 : 7, bound * last, difference);
    countExtreme(slot, difference);
  }
}

/** Encodes `time` after the state at `g`; the mirror of `decodeGps`. With gap 0 the time must differ from the last. */
export function encodeGps(e: usize, first: usize, multiples: usize, c: usize, g: usize, gap: i32, time: i64): void {
  for (;;) {
    const current = load<u32>(g);
    const slot = g + (<usize>current << 2);
    const difference = time - load<i64>(g + (<usize>current << 3), TIMES);
    const isFresh = load<i32>(slot, DIFFERENCES) === 0;
    if (gap && difference === 0) {
      if (isFresh) encodeSymbol(e, first, 0);
      else encodeLargeSymbol(e, multiples, CODE_TOP);
      return;
    }
    if (difference === <i64>(<i32>difference)) {
      if (isFresh) {
        encodeSymbol(e, first, gap);
        encodeInteger(e, c, GPS_CONTEXTS, 0, 0, <i32>difference);
        resetDifference(slot, <i32>difference);
      } else {
        encodeMultiple(e, multiples, c, slot, <i32>difference);
      }
      store<i64>(g + (<usize>current << 3), time, TIMES);
      return;
    }
    const step = findSequence(g, time);
    if (isFresh) encodeSymbol(e, first, step === 0 ? 1 + gap : step + 1 + gap);
    else encodeLargeSymbol(e, multiples, CODE_TOP + gap + step);
    if (step === 0) {
      encodeFull(e, c, g, time);
      return;
    }
    store<u32>(g, (current + step) & 3);
  }
}
