/**
 * Prefix codes of DEFLATE (RFC 1951). Codes of up to 11 bits are decoded by one table look-up, longer ones, which are
 * rare, bit by bit. Bits of a table entry: 0 to 5 number of bits to consume, including extra bits; 6 end of block; 7
 * has a value; 8 to 13 length of the code alone; 14 length or distance; 15 length; 16 to 30 value or base; 31 literal.
 * The entry is 0 for a code not in the table.
 */

const endFlag: u32 = 1 << 6;
export const valueFlag: u32 = 1 << 7;
export const literalFlag: u32 = 1 << 31;
/** A length or a distance. */
const runFlag: u32 = 1 << 14;
/** A length; a distance follows. */
const lengthFlag: u32 = 1 << 15;

export const tableBits: i32 = 11;
export const tableBytes: usize = (1 << 11) * 4;

/** A code's counts by length (16 × u32), then its symbols in order of their codes (288 × u32). */
export const orderBytes: usize = 64 + 288 * 4;
const countBytes: usize = 64;

/** Entries of symbols without the lengths of their codes; 0 for invalid symbols. */
export const literalEntries: usize = memory.data(288 * 4, 16);
export const distanceEntries: usize = memory.data(32 * 4, 16);

/** Index of the next symbol in the order, by length (16 × u32). */
const places: usize = memory.data(64, 16);

/** Fills the entries with the lengths and distances of RFC 1951, section 3.2.5. */
export function makeEntries(): void {
  if (load<u32>(literalEntries) !== 0) return;
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    store<u32>(literalEntries + (symbol << 2), (symbol << 16) | literalFlag | valueFlag);
  }
  store<u32>(literalEntries + (256 << 2), endFlag);
  let base: u32 = 3;
  for (let symbol: u32 = 257; symbol < 285; symbol++) {
    const extra: u32 = symbol < 265 ? 0 : (symbol - 261) >> 2;
    store<u32>(literalEntries + (symbol << 2), (base << 16) | lengthFlag | runFlag | valueFlag | extra);
    base += 1 << extra;
  }
  store<u32>(literalEntries + (285 << 2), (258 << 16) | lengthFlag | runFlag | valueFlag);
  base = 1;
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra: u32 = symbol < 4 ? 0 : (symbol - 2) >> 1;
    store<u32>(distanceEntries + (symbol << 2), (base << 16) | runFlag | valueFlag | extra);
    base += 1 << extra;
  }
}

/**
 * Builds a code from its code lengths (u8 per symbol): symbols are processed in order of their codes, which count
 * upwards with reversed bits, and the table doubles with each bit. False for an over-subscribed set, or an incomplete
 * one other than a single code of one bit, as in zlib.
 */
export function makeCode(
  table: usize, bits: i32, order: usize, symbolLengths: usize, symbols: i32, entries: usize, mayBeSingle: bool,
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
  for (let length = 1; length <= bits; length++) {
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

/** Decodes a code that is not in the table, bit by bit; returns its entry, 0 where there is none. */
export function findLong(bits: u64, order: usize, entries: usize): u32 {
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

/** The extra bits of an entry, which follow its code in `bits`. Shift counts are modulo 64. */
// @ts-ignore: decorator
@inline
export function extraOf(bits: u64, entry: u32): usize {
  return <usize>((bits & ((<u64>1 << <u64>entry) - 1)) >> <u64>(entry >> 8));
}
