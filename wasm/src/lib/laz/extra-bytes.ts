/** State of the extra bytes (item BYTE14) of the four scanner channels. */
import { DECODER_SIZE } from './decoder';
import { BYTE_MODEL } from './layout14';

/**
 * Extra bytes of one channel: the last bytes (rounded up to 64), then one model per byte. After the four channels
 * follow the decoders, one per byte, and a flag per byte whether its layer is read.
 */
@inline
function channelStride(extraBytes: u32): usize {
  return <usize>((extraBytes + 63) & ~63) + <usize>extraBytes * BYTE_MODEL;
}

/** Bytes of the state of the extra bytes. */
export function extraStateSize(extraBytes: u32): usize {
  return 4 * channelStride(extraBytes) + <usize>extraBytes * (DECODER_SIZE + 1);
}

/** Initialises the extra bytes of a channel with the bytes at `last` and fresh models. */
export function startExtra(state: usize, template: usize, extraBytes: u32, channel: u32, last: usize): void {
  const own = state + <usize>channel * channelStride(extraBytes);
  memory.copy(own, last, extraBytes);
  const models = own + <usize>((extraBytes + 63) & ~63);
  for (let i: u32 = 0; i < extraBytes; i++) memory.copy(models + <usize>i * BYTE_MODEL, template, BYTE_MODEL);
}

/** Last extra bytes of a channel. */
@inline
export function lastExtra(state: usize, extraBytes: u32, channel: u32): usize {
  return state + <usize>channel * channelStride(extraBytes);
}

/** Models of the extra bytes of a channel. */
@inline
export function extraModels(state: usize, extraBytes: u32, channel: u32): usize {
  return lastExtra(state, extraBytes, channel) + <usize>((extraBytes + 63) & ~63);
}

/** Coders of the extra bytes, 16 bytes each. */
@inline
export function extraCoders(state: usize, extraBytes: u32): usize {
  return state + 4 * channelStride(extraBytes);
}

/** Flags of the extra bytes: whether a byte's layer is in use. */
@inline
export function extraFlags(state: usize, extraBytes: u32): usize {
  return extraCoders(state, extraBytes) + <usize>extraBytes * DECODER_SIZE;
}
