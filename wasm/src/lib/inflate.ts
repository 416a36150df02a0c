/**
 * DEFLATE (RFC 1951). Codes of up to 11 bits (distances: 9) are looked up at once, longer ones, which are rare, bit by
 * bit. An entry of a table: bits 0 to 5 are the bits to take, extra ones included, 8 to 11 the length of the code alone,
 * 14 marks the end of a block, 16 to 30 the value or base, 31 marks a literal. An entry below 2¹⁶ is the end of a
 * block or, without that mark, a code that the table does not hold.
 * Reads up to 40 bytes past the input and writes up to 300 past the output, so that no byte is checked by itself.
 */

const literalFlag: u32 = 1 << 31;
const endFlag: u32 = 1 << 14;
const firstValue: u32 = 1 << 16;
const literalBits: i32 = 11;
const distanceBits: i32 = 9;
const lengthBits: i32 = 7;

// A code is its table, its counts by length (16 × u32) and its symbols in order of their codes (288 × u32).
const literalTable: usize = memory.data((1 << 11) * 4, 64);
const distanceTable: usize = memory.data((1 << 9) * 4, 64);
const lengthTable: usize = memory.data((1 << 7) * 4, 64);
const literalOrder: usize = memory.data(64 + 288 * 4, 16);
const distanceOrder: usize = memory.data(64 + 288 * 4, 16);
const lengthOrder: usize = memory.data(64 + 288 * 4, 16);
const countBytes: usize = 64;

/** Entries of symbols without the lengths of their codes; of symbols that no stream may use 0. */
const literalEntries: usize = memory.data(288 * 4, 16);
const distanceEntries: usize = memory.data(32 * 4, 16);

/** Lengths of the codes of a block's symbols (u8 each). */
const lengths: usize = memory.data(320, 16);
/** Places in the order of the next symbol, by length (16 × u32). */
const places: usize = memory.data(64, 16);
const codeOrder: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

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

/** Lengths and distances of RFC 1951, section 3.2.5. */
function makeEntries(): void {
  if (load<u32>(literalEntries) !== 0) return;
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    store<u32>(literalEntries + (symbol << 2), (symbol << 16) | literalFlag);
  }
  store<u32>(literalEntries + (256 << 2), endFlag);
  let base: u32 = 3;
  for (let symbol: u32 = 257; symbol < 285; symbol++) {
    const extra: u32 = symbol < 265 ? 0 : (symbol - 261) >> 2;
    store<u32>(literalEntries + (symbol << 2), (base << 16) | extra);
    base += 1 << extra;
  }
  store<u32>(literalEntries + (285 << 2), 258 << 16);
  base = 1;
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra: u32 = symbol < 4 ? 0 : (symbol - 2) >> 1;
    store<u32>(distanceEntries + (symbol << 2), (base << 16) | extra);
    base += 1 << extra;
  }
}

/**
 * Makes a code from the lengths of its symbols' codes (u8 a symbol): symbols are taken in order of their codes, which
 * count upwards with their bits mirrored, and the table doubles with each bit. False where the codes are too many, or
 * too few and not a single one of one bit, as zlib has it.
 */
function makeCode(
  table: usize, tableBits: i32, order: usize, symbolLengths: usize, symbols: i32, entries: usize, mayBeSingle: bool,
): bool {
  memory.fill(order, 0, countBytes);
  for (let i = 0; i < symbols; i++) {
    const place = order + (<usize>load<u8>(symbolLengths + i) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  store<u32>(order, 0);
  let left: i32 = 1;
  let longest: i32 = 0;
  let offset: u32 = 0;
  for (let length = 1; length < 16; length++) {
    store<u32>(places + (<usize>length << 2), offset);
    const count = load<u32>(order + (<usize>length << 2));
    left = (left << 1) - <i32>count;
    if (left < 0) return false;
    if (count !== 0) longest = length;
    offset += count;
  }
  if (left > 0 && longest > 0 && !(mayBeSingle && longest === 1)) return false;
  const sorted = order + countBytes;
  for (let i = 0; i < symbols; i++) {
    const length = <usize>load<u8>(symbolLengths + i);
    if (length === 0) continue;
    const place = load<u32>(places + (length << 2));
    store<u32>(places + (length << 2), place + 1);
    store<u32>(sorted + (<usize>place << 2), <u32>i);
  }
  let next = sorted;
  let code: u32 = 0;
  let filled: u32 = 1;
  store<u32>(table, 0);
  for (let length = 1; length <= tableBits; length++) {
    memory.copy(table + (<usize>filled << 2), table, <usize>filled << 2);
    filled <<= 1;
    for (let count = load<u32>(order + (<usize>length << 2)); count > 0; count--) {
      const entry = load<u32>(entries + (<usize>load<u32>(next) << 2));
      next += 4;
      if (entry !== 0) store<u32>(table + (<usize>code << 2), entry + <u32>(length | (length << 8)));
      const zeros = code ^ (filled - 1);
      if (zeros === 0) continue;
      const bit: u32 = 1 << (31 - clz(zeros));
      code = (code & (bit - 1)) | bit;
    }
  }
  return true;
}

/** The entry of a code that the table does not hold, bit by bit; 0 where there is no such code. */
function findLong(bits: u64, order: usize, entries: usize): u32 {
  let value: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length = 1; length < 16; length++) {
    value |= <i32>((bits >> <u64>(length - 1)) & 1);
    const count = load<i32>(order + (<usize>length << 2));
    if (value - count < first) {
      const symbol = load<u32>(order + countBytes + (<usize>(index + value - first) << 2));
      const entry = load<u32>(entries + (<usize>symbol << 2));
      return entry === 0 ? 0 : entry + <u32>(length | (length << 8));
    }
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return 0;
}

/**
 * Expands a DEFLATE stream of `length` bytes at `input` to `output`, at most `limit` bytes.
 * Returns the bytes written, or -1 where the data cannot be.
 */
export function inflate(input: usize, length: usize, output: usize, limit: usize): i32 {
  makeEntries();
  buffer = 0;
  held = 0;
  at = input;
  let out = output;
  const inputEnd = input + length;
  const end = output + limit;
  let isLast = false;
  while (!isLast && out < end) {
    refill();
    isLast = take(1) === 1;
    const kind = take(2);
    if (at - <usize>(held >> 3) > inputEnd) return -1;
    if (kind === 0) {
      at -= <usize>(held >> 3);
      buffer = 0;
      held = 0;
      if (at + 4 > inputEnd) return -1;
      const size = <usize>load<u16>(at);
      if ((size ^ 0xffff) !== <usize>load<u16>(at + 2)) return -1;
      at += 4;
      const whole = min(size, end - out);
      if (at + whole > inputEnd) return -1;
      memory.copy(out, at, whole);
      out += whole;
      at += whole;
      continue;
    }
    if (kind === 3 || !(kind === 1 ? fixedCodes() : readCodes())) return -1;
    out = expandBlock(out, output, end, inputEnd);
    if (out === 0) return -1;
  }
  return <i32>(min(out, end) - output);
}

/** The codes of RFC 1951, section 3.2.6. */
function fixedCodes(): bool {
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  makeCode(literalTable, literalBits, literalOrder, lengths, 288, literalEntries, false);
  memory.fill(lengths, 5, 32);
  return makeCode(distanceTable, distanceBits, distanceOrder, lengths, 32, distanceEntries, false);
}

/** Reads the codes of a block with its own ones (RFC 1951, section 3.2.7). */
function readCodes(): bool {
  const literals = <i32>take(5) + 257;
  const distances = <i32>take(5) + 1;
  const codes = <i32>take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 320);
  for (let i = 0; i < codes; i++) {
    refill();
    store<u8>(lengths + <usize>load<u8>(codeOrder + <usize>i), <u8>take(3));
  }
  // Values of these symbols are those of literals, whose flag lies above them.
  if (!makeCode(lengthTable, lengthBits, lengthOrder, lengths, 19, literalEntries, false)) return false;
  memory.fill(lengths, 0, 320);
  let filled = 0;
  let previous: u8 = 0;
  while (filled < literals + distances) {
    refill();
    const entry = load<u32>(lengthTable + (<usize>(buffer & ((1 << lengthBits) - 1)) << 2));
    if (entry === 0) return false;
    take(<i32>(entry & 63));
    const symbol = (entry >> 16) & 255;
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
  if (load<u8>(lengths + 256) === 0) return false;
  const after = lengths + literals;
  if (!makeCode(distanceTable, distanceBits, distanceOrder, after, distances, distanceEntries, true)) return false;
  return makeCode(literalTable, literalBits, literalOrder, lengths, literals, literalEntries, true);
}

// @ts-ignore: decorator
@inline
function literalAt(bits: u64): u32 {
  return load<u32>(<usize>(bits & ((1 << literalBits) - 1)) << 2, literalTable);
}

/** The extra bits of an entry, which follow its code in `bits`. */
// @ts-ignore: decorator
@inline
function extraOf(bits: u64, entry: u32): usize {
  return <usize>((bits & ((<u64>1 << <u64>entry) - 1)) >> <u64>(entry >> 8));
}

/**
 * Expands one block; the address after what was written, 0 on damage. Each round begins with 56 bits or more and the
 * entry of their first code, which was looked up before the refill so as not to wait for it. Shifts count modulo 64
 * and only the low six bits of `count` are looked at, so the other bits of entries do no harm.
 */
function expandBlock(start: usize, output: usize, end: usize, inputEnd: usize): usize {
  let out = start;
  let bits = buffer;
  let count = <u32>held;
  let from = at;
  bits |= load<u64>(from) << <u64>count;
  from += <usize>((63 - count) >> 3);
  count |= 56;
  let entry = literalAt(bits);
  const lastFrom = inputEnd + 8;
  while (out < end) {
    if (from > lastFrom) return 0;
    if (<i32>entry < 0) {
      bits >>= <u64>entry;
      count -= entry;
      store<u8>(out++, <u8>(entry >> 16));
      entry = literalAt(bits);
      if (<i32>entry < 0) {
        bits >>= <u64>entry;
        count -= entry;
        store<u8>(out++, <u8>(entry >> 16));
        entry = literalAt(bits);
        if (<i32>entry < 0) {
          bits >>= <u64>entry;
          count -= entry;
          store<u8>(out++, <u8>(entry >> 16));
          entry = literalAt(bits);
          bits |= load<u64>(from) << <u64>count;
          from += 7 - <usize>((count >> 3) & 7);
          count |= 56;
          continue;
        }
      }
    }
    if (entry < firstValue) {
      if (entry === 0) entry = findLong(bits, literalOrder, literalEntries);
      if (entry === 0) return 0;
      if (entry & endFlag) {
        bits >>= <u64>entry;
        count -= entry;
        break;
      }
      if (<i32>entry < 0) {
        bits >>= <u64>entry;
        count -= entry;
        store<u8>(out++, <u8>(entry >> 16));
        entry = literalAt(bits);
        bits |= load<u64>(from) << <u64>count;
        from += 7 - <usize>((count >> 3) & 7);
        count |= 56;
        continue;
      }
    }
    let saved = bits;
    bits >>= <u64>entry;
    count -= entry;
    const length = <usize>(entry >> 16) + extraOf(saved, entry);
    entry = load<u32>(<usize>(bits & ((1 << distanceBits) - 1)) << 2, distanceTable);
    bits |= load<u64>(from) << <u64>count;
    from += 7 - <usize>((count >> 3) & 7);
    count |= 56;
    if (entry === 0) {
      entry = findLong(bits, distanceOrder, distanceEntries);
      if (entry === 0) return 0;
    }
    saved = bits;
    bits >>= <u64>entry;
    count -= entry;
    const distance = <usize>(entry >> 16) + extraOf(saved, entry);
    if (out - output < distance) return 0;
    entry = literalAt(bits);
    bits |= load<u64>(from) << <u64>count;
    from += 7 - <usize>((count >> 3) & 7);
    count |= 56;
    copyRun(out, distance, length);
    out += length;
  }
  count &= 63;
  // What was refilled past the input's end must not have been used.
  if (from - <usize>(count >> 3) > inputEnd) return 0;
  buffer = bits & ((<u64>1 << <u64>count) - 1);
  held = <i32>count;
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
  } else if (distance === 1) {
    const value = i8x16.splat(load<i8>(to - 1));
    do {
      v128.store(to, value);
      to += 16;
    } while (to < stop);
  } else {
    // Of the 16 bytes of a step the first `distance` are right; the next step writes over the others.
    do {
      v128.store(to, v128.load(to - distance));
      to += distance;
    } while (to < stop);
  }
}
