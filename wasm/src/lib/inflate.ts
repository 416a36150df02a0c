/**
 * DEFLATE (RFC 1951). Codes of up to 11 bits are looked up at once, longer ones, which are rare, bit by bit.
 * An entry of a table: bits 0 to 7 length of the code, 8 to 12 extra bits, 13 literal, 14 end of block,
 * 16 to 31 value or base. Reads up to 8 bytes past the input and writes up to 300 past the output.
 */

const literalFlag: u32 = 1 << 13;
const endFlag: u32 = 1 << 14;
const tableBits: i32 = 11;
const tableSize: usize = (1 << 11) * 4;
const mask: u64 = (1 << 11) - 1;

/** A code: its look-up table, then counts by length (16 × u32) and its symbols in order of their codes (288 × u32). */
const countsAt: usize = tableSize;
const orderAt: usize = tableSize + 64;
const codeSize: usize = tableSize + 64 + 288 * 4;

/** Bytes of working memory that `inflate` needs. */
export const inflateRoom: usize = codeSize * 3 + 320 + 288 * 4 + 32 * 4 + 64;

let buffer: u64 = 0;
let held: i32 = 0;
let at: usize = 0;

// @ts-ignore: decorator
@inline
function refill(): void {
  buffer |= load<u64>(at) << (<u64>held);
  at += (63 - held) >> 3;
  held |= 56;
}

// @ts-ignore: decorator
@inline
function take(bits: i32): u32 {
  const value = <u32>(buffer & ((<u64>1 << (<u64>bits)) - 1));
  buffer >>= <u64>bits;
  held -= bits;
  return value;
}

/** Entries of symbols without the lengths of their codes: lengths and distances of RFC 1951, section 3.2.5. */
function makeEntries(literals: usize, distances: usize): void {
  for (let symbol: u32 = 0; symbol < 256; symbol++) store<u32>(literals + (symbol << 2), (symbol << 16) | literalFlag);
  store<u32>(literals + (256 << 2), endFlag);
  let base: u32 = 3;
  for (let symbol: u32 = 257; symbol < 285; symbol++) {
    const extra: u32 = symbol < 265 ? 0 : (symbol - 261) >> 2;
    store<u32>(literals + (symbol << 2), (base << 16) | (extra << 8));
    base += 1 << extra;
  }
  store<u32>(literals + (285 << 2), 258 << 16);
  store<u32>(literals + (286 << 2), 0);
  store<u32>(literals + (287 << 2), 0);
  base = 1;
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra: u32 = symbol < 4 ? 0 : (symbol - 2) >> 1;
    store<u32>(distances + (symbol << 2), (base << 16) | (extra << 8));
    base += 1 << extra;
  }
  store<u32>(distances + (30 << 2), 0);
  store<u32>(distances + (31 << 2), 0);
}

/** Makes a code from the lengths (u8 a symbol); symbols that no stream may use have an entry of 0. */
function makeCode(code: usize, lengths: usize, symbols: i32, entries: usize): bool {
  memory.fill(code, 0, tableSize + 64);
  for (let i = 0; i < symbols; i++) {
    const place = code + countsAt + (<usize>load<u8>(lengths + i) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  store<u32>(code + countsAt, 0);
  let first: u32 = 0;
  let offset: u32 = 0;
  for (let length = 1; length < 16; length++) {
    first <<= 1;
    store<u32>(firstCodes + (<usize>length << 2), first);
    store<u32>(firstPlaces + (<usize>length << 2), offset);
    const count = load<u32>(code + countsAt + (<usize>length << 2));
    first += count;
    offset += count;
    if (first > (<u32>1 << length)) return false;
  }
  for (let i = 0; i < symbols; i++) {
    const length = <i32>load<u8>(lengths + i);
    if (length === 0) continue;
    store<u32>(code + orderAt + (<usize>countUp(firstPlaces, length) << 2), <u32>i);
    const value = countUp(firstCodes, length);
    const entry = load<u32>(entries + (<usize>i << 2));
    if (length > tableBits || entry === 0) continue;
    const step: u32 = 1 << length;
    for (let index = reverse(value, length); index < 1 << tableBits; index += step) {
      store<u32>(code + (<usize>index << 2), entry | <u32>length);
    }
  }
  return true;
}

/** The next free code and the next place in the order, by length (16 × u32). */
const firstCodes: usize = memory.data(64);
const firstPlaces: usize = memory.data(64);

function countUp(table: usize, length: i32): u32 {
  const value = load<u32>(table + (<usize>length << 2));
  store<u32>(table + (<usize>length << 2), value + 1);
  return value;
}

function reverse(value: u32, length: i32): u32 {
  let mirrored: u32 = 0;
  for (let i = 0; i < length; i++) mirrored |= ((value >> i) & 1) << (length - 1 - i);
  return mirrored;
}

/** The entry of a code that the table does not hold, bit by bit; 0 where there is no such code. */
function findLong(code: usize, entries: usize): u32 {
  let value: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length = 1; length < 16; length++) {
    value |= <i32>((buffer >> <u64>(length - 1)) & 1);
    const count = load<i32>(code + countsAt + (<usize>length << 2));
    if (value - count < first) {
      const symbol = load<u32>(code + orderAt + (<usize>(index + value - first) << 2));
      const entry = load<u32>(entries + (<usize>symbol << 2));
      return entry === 0 ? 0 : entry | <u32>length;
    }
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return 0;
}

/**
 * Expands a DEFLATE stream of `length` bytes at `input` to `output`, at most `limit` bytes.
 * Returns the bytes written, or -1 where the data cannot be. `work` are `inflateRoom` bytes.
 */
export function inflate(input: usize, length: usize, output: usize, limit: usize, work: usize): i32 {
  const literalCode = work;
  const distanceCode = work + codeSize;
  const lengthCode = work + 2 * codeSize;
  const lengths = work + 3 * codeSize;
  const literalEntries = lengths + 320;
  const distanceEntries = literalEntries + 288 * 4;
  makeEntries(literalEntries, distanceEntries);
  buffer = 0;
  held = 0;
  at = input;
  let out = output;
  const end = output + limit;
  let isLast = false;
  while (!isLast && out < end) {
    refill();
    if (at - <usize>(held >> 3) > input + length) return -1;
    isLast = take(1) === 1;
    const kind = take(2);
    if (kind === 0) {
      at -= <usize>(held >> 3);
      buffer = 0;
      held = 0;
      if (at + 4 > input + length) return -1;
      const size = <usize>load<u16>(at);
      if ((size ^ 0xffff) !== <usize>load<u16>(at + 2)) return -1;
      at += 4;
      const whole = min(size, min(input + length - at, end - out));
      memory.copy(out, at, whole);
      out += whole;
      at += whole;
      if (whole < size) break;
      continue;
    }
    if (kind === 3) return -1;
    if (kind === 1) {
      memory.fill(lengths, 8, 144);
      memory.fill(lengths + 144, 9, 112);
      memory.fill(lengths + 256, 7, 24);
      memory.fill(lengths + 280, 8, 8);
      makeCode(literalCode, lengths, 288, literalEntries);
      memory.fill(lengths, 5, 30);
      makeCode(distanceCode, lengths, 30, distanceEntries);
    } else if (!readCodes(lengths, literalCode, distanceCode, lengthCode, literalEntries, distanceEntries)) return -1;
    out = expandBlock(out, output, end, input + length, literalCode, distanceCode, literalEntries, distanceEntries);
    if (out === 0) return -1;
  }
  return <i32>(min(out, end) - output);
}

/** Reads the codes of a block with its own ones (RFC 1951, section 3.2.7). */
function readCodes(
  lengths: usize, literalCode: usize, distanceCode: usize, lengthCode: usize, literalEntries: usize,
  distanceEntries: usize,
): bool {
  const literals = <i32>take(5) + 257;
  const distances = <i32>take(5) + 1;
  const codes = <i32>take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 320);
  for (let i = 0; i < codes; i++) {
    refill();
    store<u8>(lengths + <usize>load<u8>(codeOrder + <usize>i), <u8>take(3));
  }
  // Values of these symbols lie above the literal flag, as those of literals do.
  if (!makeCode(lengthCode, lengths, 19, literalEntries)) return false;
  memory.fill(lengths, 0, 320);
  let filled = 0;
  let previous: u8 = 0;
  while (filled < literals + distances) {
    refill();
    const entry = load<u32>(lengthCode + (<usize>(buffer & mask) << 2));
    if (entry === 0) return false;
    take(<i32>(entry & 255));
    const symbol = entry >> 16;
    if (symbol < 16) {
      previous = <u8>symbol;
      store<u8>(lengths + filled++, previous);
      continue;
    }
    if (symbol === 16 && filled === 0) return false;
    if (symbol !== 16) previous = 0;
    const count = <i32>(symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7));
    if (filled + count > literals + distances) return false;
    memory.fill(lengths + filled, previous, count);
    filled += count;
  }
  // The distances' lengths follow the literals'; both are used before either is written over.
  if (!makeCode(distanceCode, lengths + literals, distances, distanceEntries)) return false;
  return makeCode(literalCode, lengths, literals, literalEntries);
}

const codeOrder: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** Expands one block; the address after what was written, 0 on damage. */
function expandBlock(
  start: usize, output: usize, end: usize, inputEnd: usize, literalCode: usize, distanceCode: usize,
  literalEntries: usize, distanceEntries: usize,
): usize {
  let out = start;
  let bits = buffer;
  let count = held;
  let from = at;
  while (out < end) {
    if (from > inputEnd + 8) return 0;
    bits |= load<u64>(from) << <u64>count;
    from += <usize>((63 - count) >> 3);
    count |= 56;
    let entry = load<u32>(literalCode + (<usize>(bits & mask) << 2));
    if (entry & literalFlag) {
      // Shifts count modulo 64, and no code is longer than 15 bits: the entry's other bits do no harm.
      store<u8>(out++, <u8>(entry >> 16));
      bits >>= <u64>entry;
      count -= <i32>(entry & 255);
      entry = load<u32>(literalCode + (<usize>(bits & mask) << 2));
      if (entry & literalFlag) {
        store<u8>(out++, <u8>(entry >> 16));
        bits >>= <u64>entry;
        count -= <i32>(entry & 255);
        entry = load<u32>(literalCode + (<usize>(bits & mask) << 2));
        if (entry & literalFlag) {
          store<u8>(out++, <u8>(entry >> 16));
          bits >>= <u64>entry;
          count -= <i32>(entry & 255);
          entry = load<u32>(literalCode + (<usize>(bits & mask) << 2));
          if (entry & literalFlag) {
            store<u8>(out++, <u8>(entry >> 16));
            bits >>= <u64>entry;
            count -= <i32>(entry & 255);
            entry = load<u32>(literalCode + (<usize>(bits & mask) << 2));
            if (entry & literalFlag) {
              store<u8>(out++, <u8>(entry >> 16));
              bits >>= <u64>entry;
              count -= <i32>(entry & 255);
              continue;
            }
          }
        }
      }
      bits |= load<u64>(from) << <u64>count;
      from += <usize>((63 - count) >> 3);
      count |= 56;
    }
    if (entry === 0) {
      buffer = bits;
      entry = findLong(literalCode, literalEntries);
      if (entry === 0) return 0;
    }
    bits >>= <u64>(entry & 255);
    count -= <i32>(entry & 255);
    if (entry & literalFlag) {
      store<u8>(out++, <u8>(entry >> 16));
      continue;
    }
    if (entry & endFlag) break;
    let extra = (entry >> 8) & 31;
    const length = <usize>(entry >> 16) + <usize>(bits & ((<u64>1 << <u64>extra) - 1));
    bits >>= <u64>extra;
    count -= <i32>extra;
    entry = load<u32>(distanceCode + (<usize>(bits & mask) << 2));
    if (entry === 0) {
      buffer = bits;
      entry = findLong(distanceCode, distanceEntries);
      if (entry === 0) return 0;
    }
    bits >>= <u64>(entry & 255);
    extra = (entry >> 8) & 31;
    const distance = <usize>(entry >> 16) + <usize>(bits & ((<u64>1 << <u64>extra) - 1));
    bits >>= <u64>extra;
    count -= <i32>((entry & 255) + extra);
    if (out - output < distance) return 0;
    copyRun(out, distance, length);
    out += length;
  }
  // What was refilled past the input's end must not have been used.
  if (from - <usize>(count >> 3) > inputEnd) return 0;
  buffer = bits & ((<u64>1 << <u64>count) - 1);
  held = count;
  at = from;
  return out;
}

/** Repeats what lies `distance` bytes back; may write up to 15 bytes more than `length`. */
// @ts-ignore: decorator
@inline
export function copyRun(to: usize, distance: usize, length: usize): void {
  const stop = to + length;
  if (distance >= 16) {
    do {
      v128.store(to, v128.load(to - distance));
      to += 16;
    } while (to < stop);
  } else if (distance >= 8) {
    do {
      store<u64>(to, load<u64>(to - distance));
      to += 8;
    } while (to < stop);
  } else if (distance === 1) memory.fill(to, load<u8>(to - 1), length);
  else {
    do {
      store<u8>(to, load<u8>(to - distance));
      to++;
    } while (to < stop);
  }
}
