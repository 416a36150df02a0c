/**
 * Chunks of formats 0 to 3 (point-wise chunked, item versions 2): the first record uncompressed, then one range-coded
 * stream of the items of each record in turn.
 */
import { decodeColour, encodeColour, initColourModels, COLOUR_MODELS_SIZE } from './colour';
import { DECODER_SIZE, decodeSymbol, isOverrun, openDecoder } from './decoder';
import { closeEncoder, encodeSymbol, encodedSize, openEncoder } from './encoder';
import {
  GPS_CONTEXTS,
  GPS_FIRST_SYMBOLS,
  GPS_MULTIPLE_SYMBOLS,
  GPS_STATE_SIZE,
  decodeGps,
  encodeGps,
  gpsTime,
  startGps,
} from './gps';
import { initInteger, integerSize } from './integer';
import { initModel, modelSize } from './model';
import { POINT10_LENGTH, POINT10_SIZE, decodePoint10, encodePoint10, initPoint10 } from './point10';
import { reverseBytes, reversedCopy } from './reverse';
import { CORRUPT, OK, TRUNCATED } from './status';

const CODER: usize = memory.data(DECODER_SIZE, 16);

const GPS_STATE: usize = POINT10_SIZE;
const GPS_FIRST: usize = GPS_STATE + ((GPS_STATE_SIZE + 63) & ~63);
const GPS_MULTIPLES: usize = GPS_FIRST + 128;
const GPS_INTEGER: usize = GPS_MULTIPLES + 128 + 33 * 64;
const COLOUR: usize = GPS_INTEGER + integerSize(32, GPS_CONTEXTS);
const COLOUR_MODELS: usize = COLOUR + 64;
/** Bytes of the state; models of extra bytes follow. */
export const POINTWISE_SIZE: usize = COLOUR_MODELS + COLOUR_MODELS_SIZE;

const BYTE_MODEL: usize = 1088;

/** Builds the initial state of every chunk. */
export function initPointwise(p: usize): void {
  initPoint10(p);
  initModel(p + GPS_FIRST, GPS_FIRST_SYMBOLS + 1);
  initModel(p + GPS_MULTIPLES, GPS_MULTIPLE_SYMBOLS + 1);
  initInteger(p + GPS_INTEGER, 32, GPS_CONTEXTS);
  initColourModels(p + COLOUR_MODELS);
}

/** Initialises a fresh state at `p` with the first record. */
function startRecord(p: usize, record: usize, hasGps: bool, hasColour: bool): void {
  memory.copy(p, record, POINT10_LENGTH);
  if (hasGps) startGps(p + GPS_STATE, load<i64>(record, POINT10_LENGTH));
  if (hasColour) memory.copy(p + COLOUR, record + POINT10_LENGTH + (hasGps ? 8 : 0), 6);
}

function startBytes(models: usize, template: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) memory.copy(models + i * BYTE_MODEL, template, modelSize(256));
}

/**
 * Decodes a chunk of `size` bytes at `input` (reversed in place) into `count` records at `output`. `p` is the state,
 * `template` its initial value, `byteTemplate` a fresh model of a byte.
 */
export function decodePointwise(
  p: usize, template: usize, byteTemplate: usize, input: usize, size: u32, output: usize, count: u32,
  hasGps: bool, hasColour: bool, extraBytes: u32,
): i32 {
  const plain = <u32>POINT10_LENGTH + (hasGps ? 8 : 0) + (hasColour ? 6 : 0);
  const recordLength = plain + extraBytes;
  if (size < recordLength || (count > 1 && size < recordLength + 4)) return TRUNCATED;
  memory.copy(p, template, POINTWISE_SIZE);
  memory.copy(output, input, recordLength);
  startRecord(p, output, hasGps, hasColour);
  startBytes(p + POINTWISE_SIZE, byteTemplate, extraBytes);
  if (count === 1) return OK;
  reverseBytes(input, size);
  openDecoder(CODER, input + size - recordLength, input);
  const colourOffset = POINT10_LENGTH + (hasGps ? 8 : 0);
  let out = output;
  for (let i: u32 = 1; i < count; i++) {
    const previous = out;
    out += recordLength;
    decodePoint10(CODER, p, out);
    if (hasGps) {
      if (!decodeGps(CODER, p + GPS_FIRST, p + GPS_MULTIPLES, p + GPS_INTEGER, p + GPS_STATE, 1)) return CORRUPT;
      store<i64>(out, gpsTime(p + GPS_STATE), POINT10_LENGTH);
    }
    if (hasColour) {
      decodeColour(CODER, p + COLOUR_MODELS, p + COLOUR);
      store<u32>(out + colourOffset, load<u32>(p + COLOUR));
      store<u16>(out + colourOffset, load<u16>(p + COLOUR, 4), 4);
    }
    for (let b: u32 = plain; b < recordLength; b++) {
      const difference = decodeSymbol(CODER, p + POINTWISE_SIZE + (b - plain) * BYTE_MODEL);
      store<u8>(out + b, <u8>(load<u8>(previous + b) + difference));
      if (isOverrun(CODER)) return TRUNCATED;
    }
    if (isOverrun(CODER)) return TRUNCATED;
  }
  return OK;
}

/**
 * Encodes `count` records at `input` into a chunk at `output`, with the stream built downwards from `top`; returns its
 * size. The memory from `output` to `top` must hold 64 bytes per record and 3 per extra byte.
 */
export function encodePointwise(
  p: usize, template: usize, byteTemplate: usize, input: usize, count: u32, output: usize, top: usize,
  hasGps: bool, hasColour: bool, extraBytes: u32,
): u32 {
  const plain = <u32>POINT10_LENGTH + (hasGps ? 8 : 0) + (hasColour ? 6 : 0);
  const recordLength = plain + extraBytes;
  memory.copy(p, template, POINTWISE_SIZE);
  memory.copy(output, input, recordLength);
  startRecord(p, input, hasGps, hasColour);
  startBytes(p + POINTWISE_SIZE, byteTemplate, extraBytes);
  openEncoder(CODER, top);
  const colourOffset = POINT10_LENGTH + (hasGps ? 8 : 0);
  let record = input;
  for (let i: u32 = 1; i < count; i++) {
    const previous = record;
    record += recordLength;
    encodePoint10(CODER, p, record);
    if (hasGps) {
      const time = load<i64>(record, POINT10_LENGTH);
      encodeGps(CODER, p + GPS_FIRST, p + GPS_MULTIPLES, p + GPS_INTEGER, p + GPS_STATE, 1, time);
    }
    if (hasColour) encodeColour(CODER, p + COLOUR_MODELS, p + COLOUR, record + colourOffset);
    for (let b: u32 = plain; b < recordLength; b++) {
      const difference = (load<u8>(record + b) - load<u8>(previous + b)) & 0xff;
      encodeSymbol(CODER, p + POINTWISE_SIZE + (b - plain) * BYTE_MODEL, difference);
    }
  }
  closeEncoder(CODER);
  const streamSize = encodedSize(CODER);
  reversedCopy(output + recordLength, top - streamSize, streamSize);
  return recordLength + streamSize;
}
