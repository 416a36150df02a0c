/**
 * Extracts records into one array per field. A column is 20 bytes: u32 kind, u32 offset in the record, u32 shift, u32
 * mask, u32 target. Records are processed in blocks, so that each is read from the cache for all columns.
 */
const BLOCK: u32 = 512;
const COLUMN_SIZE: usize = 20;

const INT_TRIPLE: u32 = 0;
const SHORT: u32 = 1;
const BITS: u32 = 2;
const SHORT_TRIPLE: u32 = 3;

function extractBlock(column: usize, records: usize, stride: u32, first: u32, last: u32): void {
  const kind = load<u32>(column);
  const shift = load<u32>(column, 8);
  const mask = load<u32>(column, 12);
  const target = <usize>load<u32>(column, 16);
  let p = records + load<u32>(column, 4) + <usize>first * stride;
  if (kind === INT_TRIPLE) {
    for (let i = first; i < last; i++, p += stride) {
      const to = target + <usize>i * 12;
      store<u64>(to, load<u64>(p));
      store<u32>(to, load<u32>(p, 8), 8);
    }
  } else if (kind === SHORT) {
    for (let i = first; i < last; i++, p += stride) store<u16>(target + (<usize>i << 1), load<u16>(p));
  } else if (kind === BITS) {
    for (let i = first; i < last; i++, p += stride) store<u8>(target + i, <u8>((<u32>load<u8>(p) >> shift) & mask));
  } else if (kind === SHORT_TRIPLE) {
    for (let i = first; i < last; i++, p += stride) {
      const to = target + <usize>i * 6;
      store<u32>(to, load<u32>(p));
      store<u16>(to, load<u16>(p, 4), 4);
    }
  } else {
    for (let i = first; i < last; i++, p += stride) store<u64>(target + (<usize>i << 3), load<u64>(p));
  }
}

/** Fills `columns` columns described at `table` from `count` records of `stride` bytes. */
export function extractColumns(table: usize, columns: u32, records: usize, stride: u32, count: u32): void {
  for (let first: u32 = 0; first < count; first += BLOCK) {
    const last = min(first + BLOCK, count);
    for (let i: u32 = 0; i < columns; i++) extractBlock(table + <usize>i * COLUMN_SIZE, records, stride, first, last);
  }
}
