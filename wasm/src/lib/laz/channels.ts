/** The four scanner-channel contexts of a layered chunk and which of them is current. */
import { CONTEXT_SIZE, startContext } from './layout14';

let contexts: usize = 0;
let template: usize = 0;
let mask: u32 = 0;
let used: u32 = 0;
let current: u32 = 0;

/** Starts a chunk: only the channel of its first record is in use. */
export function startChannels(base: usize, fresh: usize, record: usize, layers: u32): void {
  contexts = base;
  template = fresh;
  mask = layers;
  current = (load<u8>(record, 15) >> 4) & 3;
  used = 1 << current;
  startContext(contexts + <usize>current * CONTEXT_SIZE, template, record, mask);
}

@inline
export function currentChannel(): u32 {
  return current;
}

@inline
export function context(channel: u32): usize {
  return contexts + <usize>channel * CONTEXT_SIZE;
}

/** Bit i is set once channel i occurred in this chunk. */
@inline
export function usedChannels(): u32 {
  return used;
}

/** Makes `channel` current; a new channel starts with the last point of the previous one. */
export function switchChannel(channel: u32): void {
  if (!(used & (1 << channel))) {
    startContext(context(channel), template, context(current), mask);
    used |= 1 << channel;
  }
  current = channel;
}
