import {
  distanceEntries, extraOf, findLong, literalEntries, literalFlag, orderBytes, tableBits, tableBytes, valueFlag,
} from './codes';
import { copyRun } from './run';
import { damaged, inBlock, refill, Stream, take, whole } from './stream';

/**
 * Decodes codes of two streams in parallel, which hides the latency of table look-ups. There are no branches on the
 * kind of a code, which are unpredictable. Literals go to one list, lengths and distances to another with their
 * positions in the first; both are written afterwards. An idle stream reads literals of zero bits.
 */

/** Maximum rounds of two codes per stream before the lists are written: they have room for 1000 codes. */
const roundLimit: i32 = 500;
/** Maximum bytes of input that a round consumes or reads. */
const roundBytes: usize = 8;

/**
 * Fill of both lists in one number: bytes of runs in bits 0 to 15, literals from bit 21 on. A run is a length or a
 * distance: its entry, the bits from two before its code on, and the fill of the lists.
 */
const literalShift: u32 = 21;
const runsMask: u32 = 0xffff;
const runBytes: u32 = 16;

const firstTables: usize = memory.data(2 * (1 << 11) * 4, 64);
const secondTables: usize = memory.data(2 * (1 << 11) * 4, 64);
const orders: usize = memory.data(4 * (64 + 288 * 4), 16);
const firstLiterals: usize = memory.data(1024 + 64, 64);
const secondLiterals: usize = memory.data(1024 + 64, 64);
const firstRuns: usize = memory.data(1024 * 16 + 64, 64);
const secondRuns: usize = memory.data(1024 * 16 + 64, 64);

export const first: Stream = changetype<Stream>(memory.data(128, 16));
export const second: Stream = changetype<Stream>(memory.data(128, 16));

/** Assigns tables and lists to the streams. */
export function giveRooms(): void {
  giveRoom(first, firstTables, orders, firstLiterals, firstRuns);
  giveRoom(second, secondTables, orders + 2 * orderBytes, secondLiterals, secondRuns);
}

function giveRoom(stream: Stream, tables: usize, order: usize, literals: usize, runs: usize): void {
  stream.tables = tables;
  stream.literalOrder = order;
  stream.distanceOrder = order + orderBytes;
  stream.literals = literals;
  stream.runs = runs;
}

/** Sets an idle stream to read literals of zero bits. */
export function rest(stream: Stream): void {
  stream.isResting = true;
  for (let entry: usize = 0; entry < tableBytes; entry += 16) {
    v128.store(stream.tables + entry, i32x4.splat(literalFlag | valueFlag));
  }
}

/** Number of rounds that do not read past the input's end. */
function roundsWithin(stream: Stream): i32 {
  if (stream.isResting) return roundLimit;
  const at = stream.at - <usize>(stream.held >> 3);
  return at >= stream.inputEnd ? 0 : min(roundLimit, <i32>((stream.inputEnd - at) / roundBytes));
}

/**
 * Decodes and expands codes of both streams up to the end of a block in one of them. The end of a block and codes near
 * the input's end are left to `expandSymbol`.
 */
export function expandSideBySide(): void {
  let rounds = min(roundsWithin(first), roundsWithin(second));
  first.filled = 0;
  second.filled = 0;
  first.table = 0;
  second.table = 0;
  do {
    rounds = second.isResting ? readAlone(rounds) : readBoth(rounds);
  } while (rounds > 0 && (readLonger(first) || readLonger(second)));
  if (!first.isResting) write(first);
  if (!second.isResting) write(second);
}

// An entry has four bytes: two consumed bits are kept, so that a mask alone turns bits into a table offset.
const aside: u64 = 2;
const indexMask: u32 = ((1 << 11) - 1) << 2;

/**
 * Reads codes that are in the tables; returns the rounds left after one in which a stream has a code not in its table.
 */
function readBoth(roundsLeft: i32): i32 {
  let rounds = roundsLeft;
  rewind(first);
  rewind(second);
  let bitsA = first.buffer << aside;
  let bitsB = second.buffer << aside;
  let countA = <u32>first.held + <u32>aside;
  let countB = <u32>second.held + <u32>aside;
  let fromA = first.at;
  let fromB = second.at;
  let filledA = first.filled;
  let filledB = second.filled;
  let tableA = first.table;
  let tableB = second.table;
  for (; rounds > 0; rounds--) {
    bitsA |= load<u64>(fromA) << <u64>countA;
    bitsB |= load<u64>(fromB) << <u64>countB;
    fromA += 7 - <usize>((countA >> 3) & 7);
    fromB += 7 - <usize>((countB >> 3) & 7);
    countA |= 56;
    countB |= 56;
    let a = load<u32>(tableA + (<u32>bitsA & indexMask), firstTables);
    let b = load<u32>(tableB + (<u32>bitsB & indexMask), secondTables);
    if (!(a & b & valueFlag)) break;
    keepFirst(filledA, bitsA, a);
    keepSecond(filledB, bitsB, b);
    bitsA >>= <u64>a;
    bitsB >>= <u64>b;
    countA -= a;
    countB -= b;
    filledA += stepOf(a);
    filledB += stepOf(b);
    tableA = nextTable(a);
    tableB = nextTable(b);

    a = load<u32>(tableA + (<u32>bitsA & indexMask), firstTables);
    b = load<u32>(tableB + (<u32>bitsB & indexMask), secondTables);
    if (!(a & b & valueFlag)) break;
    keepFirst(filledA, bitsA, a);
    keepSecond(filledB, bitsB, b);
    bitsA >>= <u64>a;
    bitsB >>= <u64>b;
    countA -= a;
    countB -= b;
    filledA += stepOf(a);
    filledB += stepOf(b);
    tableA = nextTable(a);
    tableB = nextTable(b);
  }
  leave(first, bitsA, countA, fromA, filledA, tableA);
  leave(second, bitsB, countB, fromB, filledB, tableB);
  return rounds - 1;
}

/** The same with the second stream idle. */
function readAlone(roundsLeft: i32): i32 {
  let rounds = roundsLeft;
  rewind(first);
  let bits = first.buffer << aside;
  let count = <u32>first.held + <u32>aside;
  let from = first.at;
  let filled = first.filled;
  let table = first.table;
  for (; rounds > 0; rounds--) {
    bits |= load<u64>(from) << <u64>count;
    from += 7 - <usize>((count >> 3) & 7);
    count |= 56;
    let entry = load<u32>(table + (<u32>bits & indexMask), firstTables);
    if (!(entry & valueFlag)) break;
    keepFirst(filled, bits, entry);
    bits >>= <u64>entry;
    count -= entry;
    filled += stepOf(entry);
    table = nextTable(entry);
    entry = load<u32>(table + (<u32>bits & indexMask), firstTables);
    if (!(entry & valueFlag)) break;
    keepFirst(filled, bits, entry);
    bits >>= <u64>entry;
    count -= entry;
    filled += stepOf(entry);
    table = nextTable(entry);
  }
  leave(first, bits, count, from, filled, table);
  return rounds - 1;
}

/** Returns whole bytes of buffered bits to the input. */
function rewind(stream: Stream): void {
  stream.at -= <usize>(stream.held >> 3);
  stream.held &= 7;
  stream.buffer &= (1 << stream.held) - 1;
}

function leave(stream: Stream, bits: u64, count: u32, at: usize, filled: u32, table: u32): void {
  stream.held = <i32>(count & 63) - <i32>aside;
  stream.buffer = (bits >> aside) & ((<u64>1 << <u64>stream.held) - 1);
  stream.at = at;
  stream.filled = filled;
  stream.table = table;
}

// A code is stored as literal and as run; only the list that it belongs to advances.
// @ts-ignore: decorator
@inline
function keepFirst(filled: u32, bits: u64, entry: u32): void {
  const run = filled & runsMask;
  store<u32>(run, entry, firstRuns);
  store<u32>(run, <u32>bits, firstRuns + 4);
  store<u32>(run, filled, firstRuns + 8);
  store<u8>(filled >> literalShift, <u8>(entry >> 16), firstLiterals);
}

// @ts-ignore: decorator
@inline
function keepSecond(filled: u32, bits: u64, entry: u32): void {
  const run = filled & runsMask;
  store<u32>(run, entry, secondRuns);
  store<u32>(run, <u32>bits, secondRuns + 4);
  store<u32>(run, filled, secondRuns + 8);
  store<u8>(filled >> literalShift, <u8>(entry >> 16), secondLiterals);
}

/**
 * Increment of the lists' fill by a code, from its flags: these are at the bits where the counts begin, ten bits
 * higher.
 */
// @ts-ignore: decorator
@inline
function stepOf(entry: u32): u32 {
  return (entry >> 10) & ((1 << literalShift) | runBytes);
}

/** The table of distances after a length. */
// @ts-ignore: decorator
@inline
function nextTable(entry: u32): u32 {
  return (entry >> 2) & <u32>tableBytes;
}

/** Reads a code longer than those of the table; false where the next code is not such a one. */
function readLonger(stream: Stream): bool {
  refill(stream);
  const table = stream.tables + stream.table;
  if (load<u32>(table + (<usize>(stream.buffer & ((1 << tableBits) - 1)) << 2)) !== 0) return false;
  const entry =
    stream.table === 0
      ? findLong(stream.buffer, stream.literalOrder, literalEntries)
      : findLong(stream.buffer, stream.distanceOrder, distanceEntries);
  if (!(entry & valueFlag)) return false;
  if (stream === first) keepFirst(stream.filled, stream.buffer << aside, entry);
  else keepSecond(stream.filled, stream.buffer << aside, entry);
  stream.filled += stepOf(entry);
  stream.table = nextTable(entry);
  take(stream, <i32>(entry & 63));
  return true;
}

// @ts-ignore: decorator
@inline
function valueOf(run: usize): usize {
  const both = load<u64>(run);
  return <usize>(<u32>both >> 16) + extraOf(both >> (32 + aside), <u32>both);
}

/** Writes literals and runs in order. */
function write(stream: Stream): void {
  const end = stream.end;
  const output = stream.output;
  const literals = stream.literals;
  const runsEnd = stream.runs + <usize>(stream.filled & runsMask);
  let out = stream.out;
  let literal = literals;
  let run = stream.runs;
  for (; run + runBytes < runsEnd; run += 2 * runBytes) {
    const until = literals + <usize>(load<u32>(run, 8) >> literalShift);
    const from = literal;
    const to = out;
    v128.store(to, v128.load(from));
    out += until - literal;
    literal = until;
    if (out > to + 16) for (let i: usize = 16; to + i < out; i += 16) v128.store(to + i, v128.load(from + i));
    if (out >= end) break;
    const length = valueOf(run);
    const distance = valueOf(run + runBytes);
    if (out - output < distance) {
      stream.state = damaged;
      return;
    }
    if (distance >= 16 && length <= 16) v128.store(out, v128.load(out - distance));
    else copyRun(out, distance, length);
    out += length;
  }
  if (out < end) {
    const until = literals + <usize>((run < runsEnd ? load<u32>(run, 8) : stream.filled) >> literalShift);
    memory.copy(out, literal, until - literal);
    out += until - literal;
  }
  stream.out = out;
  if (out >= end) stream.state = whole;
  else if (run < runsEnd) stream.pending = valueOf(run);
}
