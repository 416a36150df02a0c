/**
 * Which channel's models and last values the items after POINT14 (colours, extra bytes) use. In item version 4 it is
 * the channel of the point. Version 3 keeps an error of the first encoder, which became the format: a point that does
 * not change the channel uses the models of channel 0, and its last values are those of the context used before it,
 * unless its own is new.
 */
import { context, currentChannel } from './channels';
import { lastExtra, startExtra } from './extra-bytes';
import { LAST_COLOUR, LAST_INFRARED, POINT14_LENGTH, startColours } from './layout14';

let template: usize = 0;
let byteTemplate: usize = 0;
let extraState: usize = 0;
let extraBytes: u32 = 0;
let version: u32 = 3;
let mask: u32 = 0;
let used: u32 = 0;
let current: u32 = 0;

/** Starts a chunk with the items of its first record; call `startChannels` before. */
export function startItems(
  fresh: usize, freshByte: usize, extra: usize, extraCount: u32, itemVersion: u32, layers: u32,
  record: usize, hasColour: bool, hasInfrared: bool,
): void {
  template = fresh;
  byteTemplate = freshByte;
  extraState = extra;
  extraBytes = extraCount;
  version = itemVersion;
  mask = layers;
  current = currentChannel();
  used = 1 << current;
  const c = context(current);
  startColours(c, template, mask);
  if (hasColour) memory.copy(c + LAST_COLOUR, record + POINT14_LENGTH, 6);
  if (hasInfrared) memory.copy(c + LAST_INFRARED, record + POINT14_LENGTH + 6, 2);
  const plain = POINT14_LENGTH + (hasColour ? 6 : 0) + (hasInfrared ? 2 : 0);
  if (extraBytes) startExtra(extraState, byteTemplate, extraBytes, current, record + plain);
}

/** Context of the models for the items of the current point, after `nextItems`. */
@inline
export function itemModels(): u32 {
  return current;
}

/** Advances to the next point, which did or did not change the channel; returns the context of the last values. */
export function nextItems(isSwitched: bool): u32 {
  const from = current;
  const next = version === 4 || isSwitched ? currentChannel() : 0;
  if (next === from) return from;
  current = next;
  if (used & (1 << next)) return version === 4 ? next : from;
  used |= 1 << next;
  startColours(context(next), template, mask);
  store<u64>(context(next), load<u64>(context(from), LAST_COLOUR), LAST_COLOUR);
  store<u16>(context(next), load<u16>(context(from), LAST_INFRARED), LAST_INFRARED);
  if (extraBytes) startExtra(extraState, byteTemplate, extraBytes, next, lastExtra(extraState, extraBytes, from));
  return next;
}
