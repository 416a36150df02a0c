import {
  distanceEntries, extraOf, findLong, literalEntries, makeCode, tableBits, tableBytes, valueFlag,
} from './codes';
import { copyRun } from './run';

/** State of a stream: the next action. */
export const atHeader: i32 = 0;
export const inBlock: i32 = 1;
/** Complete: everything, or as much as fits, was written. */
export const whole: i32 = 2;
export const damaged: i32 = 3;

/** A DEFLATE stream in progress: its position in the input, in the output and in a block. */
@unmanaged
export class Stream {
  state: i32;
  isLast: bool;
  isResting: bool;
  /** Bit buffer, next bit lowest, and its number of bits. */
  held: i32;
  buffer: u64;
  /** Address from which bits are refilled. */
  at: usize;
  inputEnd: usize;
  output: usize;
  out: usize;
  end: usize;
  /** A length whose distance is next, else 0. */
  pending: usize;
  /** Table of literals and lengths, followed by that of distances. */
  tables: usize;
  literalOrder: usize;
  distanceOrder: usize;
  /** Lists of literals and runs that were read and not yet written, and their fill. */
  literals: usize;
  runs: usize;
  filled: u32;
  /** The table of the next code: 0 or `tableBytes`. */
  table: u32;
}

const lengthBits: i32 = 7;
const lengthTable: usize = memory.data((1 << 7) * 4, 64);
const lengthOrder: usize = memory.data(64 + 288 * 4, 16);
/** Lengths of the codes of a block's symbols (u8 each). */
const lengths: usize = memory.data(320, 16);
const codeOrder: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** Sets a stream to the first of `length` bytes at `input`, to be expanded to `output`, at most `limit` bytes. */
export function begin(stream: Stream, input: usize, length: usize, output: usize, limit: usize): void {
  stream.state = limit === 0 ? whole : atHeader;
  stream.isLast = false;
  stream.isResting = false;
  stream.held = 0;
  stream.buffer = 0;
  stream.at = input;
  stream.inputEnd = input + length;
  stream.output = output;
  stream.out = output;
  stream.end = output + limit;
  stream.pending = 0;
}

// @ts-ignore: decorator
@inline
export function refill(stream: Stream): void {
  stream.buffer |= load<u64>(stream.at) << (<u64>stream.held);
  stream.at += (63 - stream.held) >> 3;
  stream.held |= 56;
}

// @ts-ignore: decorator
@inline
export function take(stream: Stream, bits: i32): u32 {
  const value = <u32>(stream.buffer & ((<u64>1 << (<u64>bits)) - 1));
  stream.buffer >>= <u64>bits;
  stream.held -= bits;
  return value;
}

/** Whether bits refilled past the input's end were consumed. */
// @ts-ignore: decorator
@inline
function isPastEnd(stream: Stream): bool {
  return stream.at - <usize>(stream.held >> 3) > stream.inputEnd;
}

/** Reads the header of a block, and a whole stored block. */
export function openBlock(stream: Stream): void {
  refill(stream);
  stream.isLast = take(stream, 1) === 1;
  const kind = take(stream, 2);
  if (isPastEnd(stream)) stream.state = damaged;
  else if (kind === 0) stream.state = copyStored(stream) ? afterBlock(stream) : damaged;
  else if (kind === 1) stream.state = fixedCodes(stream) ? inBlock : damaged;
  else stream.state = kind === 2 && readCodes(stream) ? inBlock : damaged;
}

function afterBlock(stream: Stream): i32 {
  return stream.isLast || stream.out >= stream.end ? whole : atHeader;
}

function copyStored(stream: Stream): bool {
  let at = stream.at - <usize>(stream.held >> 3);
  stream.buffer = 0;
  stream.held = 0;
  if (at + 4 > stream.inputEnd) return false;
  const size = <usize>load<u16>(at);
  if ((size ^ 0xffff) !== <usize>load<u16>(at + 2)) return false;
  at += 4;
  const copied = min(size, stream.end - stream.out);
  if (at + copied > stream.inputEnd) return false;
  memory.copy(stream.out, at, copied);
  stream.out += copied;
  stream.at = at + copied;
  return true;
}

function makeLiterals(stream: Stream, symbols: i32): bool {
  return makeCode(stream.tables, tableBits, stream.literalOrder, lengths, symbols, literalEntries, true);
}

function makeDistances(stream: Stream, symbolLengths: usize, symbols: i32): bool {
  const table = stream.tables + tableBytes;
  return makeCode(table, tableBits, stream.distanceOrder, symbolLengths, symbols, distanceEntries, true);
}

/** Builds the fixed codes of RFC 1951, section 3.2.6. */
function fixedCodes(stream: Stream): bool {
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  if (!makeLiterals(stream, 288)) return false;
  memory.fill(lengths, 5, 32);
  return makeDistances(stream, lengths, 32);
}

/** Reads the dynamic codes of a block (RFC 1951, section 3.2.7). */
function readCodes(stream: Stream): bool {
  const literals = <i32>take(stream, 5) + 257;
  const distances = <i32>take(stream, 5) + 1;
  const codes = <i32>take(stream, 4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 320);
  for (let i = 0; i < codes; i++) {
    refill(stream);
    store<u8>(lengths + <usize>load<u8>(codeOrder + <usize>i), <u8>take(stream, 3));
  }
  // Values of these symbols are those of literals, whose flag is above them.
  if (!makeCode(lengthTable, lengthBits, lengthOrder, lengths, 19, literalEntries, false)) return false;
  memory.fill(lengths, 0, 320);
  let filled = 0;
  let previous: u8 = 0;
  while (filled < literals + distances) {
    refill(stream);
    const entry = load<u32>(lengthTable + (<usize>(stream.buffer & ((1 << lengthBits) - 1)) << 2));
    if (entry === 0) return false;
    take(stream, <i32>(entry & 63));
    const symbol = (entry >> 16) & 255;
    if (symbol < 16) {
      previous = <u8>symbol;
      store<u8>(lengths + filled++, previous);
      continue;
    }
    if (symbol === 16 && filled === 0) return false;
    if (symbol !== 16) previous = 0;
    const count = <i32>(
      symbol === 16 ? 3 + take(stream, 2) : symbol === 17 ? 3 + take(stream, 3) : 11 + take(stream, 7)
    );
    if (filled + count > literals + distances) return false;
    memory.fill(lengths + filled, previous, count);
    filled += count;
  }
  if (load<u8>(lengths + 256) === 0) return false;
  return makeDistances(stream, lengths + literals, distances) && makeLiterals(stream, literals);
}

/** The entry of the next code in a block, 0 where there is none. */
function nextEntry(stream: Stream, table: usize, order: usize, entries: usize): u32 {
  const found = load<u32>(table + (<usize>(stream.buffer & ((1 << tableBits) - 1)) << 2));
  return found !== 0 ? found : findLong(stream.buffer, order, entries);
}

/** Expands the next symbol of a block, a length with its distance, with all checks: the slow path. */
export function expandSymbol(stream: Stream): void {
  refill(stream);
  if (stream.pending === 0) {
    const entry = nextEntry(stream, stream.tables, stream.literalOrder, literalEntries);
    const value = (entry >> 16) + <u32>extraOf(stream.buffer, entry);
    take(stream, <i32>(entry & 63));
    if (entry === 0 || isPastEnd(stream)) stream.state = damaged;
    else if (!(entry & valueFlag)) stream.state = afterBlock(stream);
    else if (<i32>entry < 0) store<u8>(stream.out++, <u8>(entry >> 16));
    else stream.pending = value;
    if (stream.pending === 0) {
      if (stream.state === inBlock && stream.out >= stream.end) stream.state = whole;
      return;
    }
    refill(stream);
  }
  const entry = nextEntry(stream, stream.tables + tableBytes, stream.distanceOrder, distanceEntries);
  const distance = <usize>(entry >> 16) + extraOf(stream.buffer, entry);
  take(stream, <i32>(entry & 63));
  if (entry === 0 || isPastEnd(stream) || stream.out - stream.output < distance) {
    stream.state = damaged;
    return;
  }
  copyRun(stream.out, distance, stream.pending);
  stream.out += stream.pending;
  stream.pending = 0;
  if (stream.out >= stream.end) stream.state = whole;
}
