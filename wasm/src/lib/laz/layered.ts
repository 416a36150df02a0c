/**
 * Chunks of formats 6 to 8 (layered chunked, item versions 3 and 4): the first record uncompressed, the number of
 * points, the size of every layer, the layers.
 */
import { context, currentChannel, startChannels } from './channels';
import { decodeColour, decodeInfrared } from './colour';
import { DECODER_SIZE, decodeSymbol, isOverrun, openDecoder } from './decoder';
import { extraCoders, extraFlags, extraModels, lastExtra } from './extra-bytes';
import { itemModels, nextItems, startItems } from './items';
import {
  BYTE_MODEL, COLOUR, COLOUR_MODELS, EXTRA_BIT, FIXED_LAYERS, INFRARED, INFRARED_MODELS, LAST_COLOUR, LAST_INFRARED,
  POINT14_LENGTH,
} from './layout14';
import { decodePoint14, layerDecoder } from './point14-decode';
import { reverseBytes } from './reverse';
import { CORRUPT, OK, OTHER_COUNT, TRUNCATED } from './status';

/** Number of points between checks for overruns; see `DECODE_GUARD`. */
const CHECK_INTERVAL: u32 = 64;
/** Bytes below the input that a decoder may read before an overrun is noticed. */
export const DECODE_GUARD: usize = 4096;

/** Opens the decoders of the non-empty layers in `wanted`; returns the mask of those opened, or 0 for invalid sizes. */
function openLayers(
  sizes: usize, input: usize, size: u32, offset: u32, hasColour: bool, hasInfrared: bool, extraBytes: u32,
  wanted: u32, extraState: usize,
): u32 {
  const decoders = extraCoders(extraState, extraBytes);
  const flags = extraFlags(extraState, extraBytes);
  const layers = FIXED_LAYERS + extraBytes;
  let mask: u32 = 0;
  let from = <u64>offset;
  let entry = sizes;
  for (let layer: u32 = 0; layer < layers; layer++) {
    if ((layer === COLOUR && !hasColour) || (layer === INFRARED && !hasInfrared)) continue;
    const bytes = load<u32>(entry);
    entry += 4;
    if (from + <u64>bytes > <u64>size) return 0;
    const top = input + size - <usize>(from - offset);
    const isExtra = layer >= FIXED_LAYERS;
    const isWanted = bytes > 0 && (layer === 0 || (wanted & (isExtra ? EXTRA_BIT : 1 << layer)) !== 0);
    if (isExtra) store<u8>(flags + (layer - FIXED_LAYERS), u8(isWanted));
    if (isWanted) {
      if (bytes < 4) return 0;
      openDecoder(isExtra ? decoders + <usize>(layer - FIXED_LAYERS) * DECODER_SIZE : layerDecoder(layer), top, top - bytes);
      mask |= isExtra ? EXTRA_BIT : 1 << layer;
    }
    from += bytes;
  }
  return mask;
}

function isAnyOverrun(mask: u32, extraState: usize, extraBytes: u32): bool {
  for (let layer: u32 = 0; layer < FIXED_LAYERS; layer++) {
    if (mask & (1 << layer) && isOverrun(layerDecoder(layer))) return true;
  }
  const decoders = extraCoders(extraState, extraBytes);
  const flags = extraFlags(extraState, extraBytes);
  for (let i: u32 = 0; i < extraBytes; i++) {
    if (load<u8>(flags + i) && isOverrun(decoders + <usize>i * DECODER_SIZE)) return true;
  }
  return false;
}

function decodeExtra(state: usize, extraBytes: u32, lastChannel: u32, out: usize): void {
  const decoders = extraCoders(state, extraBytes);
  const flags = extraFlags(state, extraBytes);
  const last = lastExtra(state, extraBytes, lastChannel);
  const models = extraModels(state, extraBytes, itemModels());
  for (let i: u32 = 0; i < extraBytes; i++) {
    if (load<u8>(flags + i)) {
      const difference = decodeSymbol(decoders + <usize>i * DECODER_SIZE, models + <usize>i * BYTE_MODEL);
      store<u8>(last + i, <u8>(load<u8>(last + i) + difference));
    }
    store<u8>(out + i, load<u8>(last + i));
  }
}

function decodePoints(
  output: usize, count: u32, recordLength: u32, hasColour: bool, hasInfrared: bool, extraBytes: u32, mask: u32,
  extraState: usize,
): i32 {
  const hasItems = hasColour || extraBytes > 0;
  const infraredOffset = POINT14_LENGTH + 6;
  const extraOffset = POINT14_LENGTH + (hasColour ? 6 : 0) + (hasInfrared ? 2 : 0);
  let out = output;
  for (let i: u32 = 1; i < count; i++) {
    out += recordLength;
    const previous = currentChannel();
    if (!decodePoint14(out, mask)) return CORRUPT;
    if (hasItems) {
      const from = nextItems(currentChannel() !== previous);
      const models = context(itemModels());
      if (hasColour) {
        const last = context(from) + LAST_COLOUR;
        if (mask & (1 << COLOUR)) decodeColour(layerDecoder(COLOUR), models + COLOUR_MODELS, last);
        store<u32>(out, load<u32>(last), POINT14_LENGTH);
        store<u16>(out, load<u16>(last, 4), POINT14_LENGTH + 4);
      }
      if (hasInfrared) {
        const last = context(from) + LAST_INFRARED;
        if (mask & (1 << INFRARED)) decodeInfrared(layerDecoder(INFRARED), models + INFRARED_MODELS, last);
        store<u16>(out + infraredOffset, load<u16>(last));
      }
      if (extraBytes) decodeExtra(extraState, extraBytes, from, out + extraOffset);
    }
    if ((i & (CHECK_INTERVAL - 1)) === 0 && isAnyOverrun(mask, extraState, extraBytes)) return TRUNCATED;
  }
  return isAnyOverrun(mask, extraState, extraBytes) ? TRUNCATED : OK;
}

/**
 * Decodes a chunk of `size` bytes at `input` (reversed in place; `DECODE_GUARD` bytes below it may be read) into
 * `count` records at `output`. Only the layers of `wanted` are read; other fields repeat the first record's.
 */
export function decodeLayered(
  contexts: usize, template: usize, byteTemplate: usize, extraState: usize, input: usize, size: u32, output: usize,
  count: u32, hasColour: bool, hasInfrared: bool, extraBytes: u32, version: u32, wanted: u32,
): i32 {
  const plain = <u32>POINT14_LENGTH + (hasColour ? 6 : 0) + (hasInfrared ? 2 : 0);
  const recordLength = plain + extraBytes;
  const layers = FIXED_LAYERS - u32(!hasColour) - u32(!hasInfrared) + extraBytes;
  const head = recordLength + 4 + 4 * layers;
  if (size < head) return TRUNCATED;
  if (load<u32>(input + recordLength) !== count) return OTHER_COUNT;
  memory.copy(output, input, recordLength);
  if (count === 1) return OK;
  reverseBytes(input + head, size - head);
  const mask = openLayers(input + recordLength + 4, input, size, head, hasColour, hasInfrared, extraBytes, wanted, extraState);
  if (!(mask & 1)) return TRUNCATED;
  startChannels(contexts, template, output, mask);
  startItems(template, byteTemplate, extraState, extraBytes, version, mask, output, hasColour, hasInfrared);
  return decodePoints(output, count, recordLength, hasColour, hasInfrared, extraBytes, mask, extraState);
}
