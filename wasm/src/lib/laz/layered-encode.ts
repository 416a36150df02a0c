/** Encoder of chunks of formats 6 to 8 (layered chunked, item versions 3), the mirror of `layered.ts`. */
import { context, currentChannel, startChannels } from './channels';
import { encodeColour, encodeInfrared } from './colour';
import { ENCODER_SIZE, closeEncoder, encodeSymbol, encodedSize, openEncoder } from './encoder';
import { extraCoders, extraFlags, extraModels, lastExtra } from './extra-bytes';
import { itemModels, nextItems, startItems } from './items';
import {
  ANGLE, BYTE_MODEL, CLASS, COLOUR, COLOUR_MODELS, FIXED_LAYERS, FLAGS, GPS, INFRARED, INFRARED_MODELS, INTENSITY,
  LAST_COLOUR, LAST_INFRARED, POINT14_LENGTH, SOURCE, USER_DATA, XY, Z,
} from './layout14';
import { encodePoint14, layerEncoder } from './point14-encode';
import { reversedCopy } from './reverse';

/** Maximum bytes that a point adds to a layer, rounded up; see `encodeScratchSize`. */
const LAYER_BOUNDS: usize = memory.data<u8>([32, 12, 3, 3, 8, 8, 3, 8, 24, 16, 8]);
const EXTRA_BOUND: u32 = 3;
const LAYER_SLACK: usize = 64;

/** Maximum bytes of a chunk's streams before they are assembled. */
export function encodeScratchSize(count: u32, extraBytes: u32): usize {
  let perPoint: usize = <usize>extraBytes * EXTRA_BOUND;
  for (let layer: u32 = 0; layer < FIXED_LAYERS; layer++) perPoint += load<u8>(LAYER_BOUNDS + layer);
  return <usize>count * perPoint + <usize>(FIXED_LAYERS + extraBytes) * LAYER_SLACK;
}

function openAll(scratch: usize, count: u32, extraState: usize, extraBytes: u32): void {
  let top = scratch;
  for (let layer: u32 = 0; layer < FIXED_LAYERS; layer++) {
    top += <usize>count * load<u8>(LAYER_BOUNDS + layer) + LAYER_SLACK;
    openEncoder(layerEncoder(layer), top);
  }
  const encoders = extraCoders(extraState, extraBytes);
  for (let i: u32 = 0; i < extraBytes; i++) {
    top += <usize>count * EXTRA_BOUND + LAYER_SLACK;
    openEncoder(encoders + <usize>i * ENCODER_SIZE, top);
  }
}

/** Layers whose fields differ between any two of the records. */
function changingLayers(input: usize, count: u32, recordLength: u32, hasColour: bool, hasInfrared: bool): u32 {
  const low = v128.load(input);
  const high = v128.load(input, 14);
  let lowDiffers = i32x4.splat(0);
  let highDiffers = i32x4.splat(0);
  let colour: u32 = 0;
  let infrared: u32 = 0;
  for (let i: u32 = 0, p = input; i < count; i++, p += recordLength) {
    lowDiffers = v128.or(lowDiffers, v128.xor(low, v128.load(p)));
    highDiffers = v128.or(highDiffers, v128.xor(high, v128.load(p, 14)));
    if (hasColour) {
      colour |= load<u32>(p, POINT14_LENGTH) ^ load<u32>(input, POINT14_LENGTH);
      colour |= load<u16>(p, POINT14_LENGTH + 4) ^ load<u16>(input, POINT14_LENGTH + 4);
    }
    if (hasInfrared) infrared |= load<u16>(p, POINT14_LENGTH + 6) ^ load<u16>(input, POINT14_LENGTH + 6);
  }
  return (
    (1 << XY) |
    (1 << Z) |
    (u32(i16x8.extract_lane_u(lowDiffers, 6) !== 0) << INTENSITY) |
    (u32((i8x16.extract_lane_u(highDiffers, 1) & 0xcf) !== 0) << FLAGS) |
    (u32(i8x16.extract_lane_u(highDiffers, 2) !== 0) << CLASS) |
    (u32(i8x16.extract_lane_u(highDiffers, 3) !== 0) << USER_DATA) |
    (u32(i16x8.extract_lane_u(highDiffers, 2) !== 0) << ANGLE) |
    (u32(i16x8.extract_lane_u(highDiffers, 3) !== 0) << SOURCE) |
    (u32(i64x2.extract_lane(highDiffers, 1) !== 0) << GPS) |
    (u32(colour !== 0) << COLOUR) |
    (u32(infrared !== 0) << INFRARED)
  );
}

function encodeExtra(state: usize, extraBytes: u32, lastChannel: u32, now: usize): void {
  const encoders = extraCoders(state, extraBytes);
  const flags = extraFlags(state, extraBytes);
  const last = lastExtra(state, extraBytes, lastChannel);
  const models = extraModels(state, extraBytes, itemModels());
  for (let i: u32 = 0; i < extraBytes; i++) {
    const difference = <u32>(load<u8>(now + i) - load<u8>(last + i)) & 0xff;
    encodeSymbol(encoders + <usize>i * ENCODER_SIZE, models + <usize>i * BYTE_MODEL, difference);
    if (difference) {
      store<u8>(flags + i, 1);
      store<u8>(last + i, load<u8>(now + i));
    }
  }
}

function encodePoints(
  input: usize, count: u32, recordLength: u32, hasColour: bool, hasInfrared: bool, extraBytes: u32, mask: u32,
  extraState: usize,
): void {
  const extraOffset = POINT14_LENGTH + (hasColour ? 6 : 0) + (hasInfrared ? 2 : 0);
  const hasItems = hasColour || extraBytes > 0;
  let now = input;
  for (let i: u32 = 1; i < count; i++) {
    now += recordLength;
    const previous = currentChannel();
    encodePoint14(now, mask);
    if (!hasItems) continue;
    const from = nextItems(currentChannel() !== previous);
    const itemContext = context(itemModels());
    if (mask & (1 << COLOUR)) {
      const models = itemContext + COLOUR_MODELS;
      encodeColour(layerEncoder(COLOUR), models, context(from) + LAST_COLOUR, now + POINT14_LENGTH);
    }
    if (mask & (1 << INFRARED)) {
      const models = itemContext + INFRARED_MODELS;
      encodeInfrared(layerEncoder(INFRARED), models, context(from) + LAST_INFRARED, now + POINT14_LENGTH + 6);
    }
    if (extraBytes) encodeExtra(extraState, extraBytes, from, now + extraOffset);
  }
}

let entry: usize = 0;
let target: usize = 0;

/** Closes a stream and appends it, or nothing if unused; writes its size into the next entry of the header. */
function putLayer(e: usize, isUsed: bool): void {
  let size: u32 = 0;
  if (isUsed) {
    closeEncoder(e);
    size = encodedSize(e);
    reversedCopy(target, load<u32>(e, 8), size);
  }
  store<u32>(entry, size);
  entry += 4;
  target += size;
}

/**
 * Encodes `count` records at `input` into a chunk at `output` and returns its size. `scratch` has room for
 * `encodeScratchSize`; the chunk is at most that plus one record and 4 bytes per layer.
 */
export function encodeLayered(
  contexts: usize, template: usize, byteTemplate: usize, extraState: usize, input: usize, count: u32, output: usize,
  scratch: usize, hasColour: bool, hasInfrared: bool, extraBytes: u32,
): u32 {
  const plain = <u32>POINT14_LENGTH + (hasColour ? 6 : 0) + (hasInfrared ? 2 : 0);
  const recordLength = plain + extraBytes;
  const mask = changingLayers(input, count, recordLength, hasColour, hasInfrared);
  openAll(scratch, count, extraState, extraBytes);
  startChannels(contexts, template, input, mask);
  startItems(template, byteTemplate, extraState, extraBytes, 3, mask, input, hasColour, hasInfrared);
  const flags = extraFlags(extraState, extraBytes);
  memory.fill(flags, 0, extraBytes);
  encodePoints(input, count, recordLength, hasColour, hasInfrared, extraBytes, mask, extraState);

  memory.copy(output, input, recordLength);
  store<u32>(output + recordLength, count);
  entry = output + recordLength + 4;
  target = entry + 4 * (FIXED_LAYERS - u32(!hasColour) - u32(!hasInfrared) + extraBytes);
  for (let layer: u32 = 0; layer < FIXED_LAYERS; layer++) {
    if ((layer === COLOUR && !hasColour) || (layer === INFRARED && !hasInfrared)) continue;
    putLayer(layerEncoder(layer), (mask & (1 << layer)) !== 0);
  }
  const encoders = extraCoders(extraState, extraBytes);
  for (let i: u32 = 0; i < extraBytes; i++) putLayer(encoders + <usize>i * ENCODER_SIZE, load<u8>(flags + i) !== 0);
  return <u32>(target - output);
}
