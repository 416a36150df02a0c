import { copyRun, inflate } from './lib/inflate';
import { align, reserve } from './lib/memory';
import { planeSlack, splitBytes, sumRows } from './lib/planes';

/** Compressed blocks of rasters: DEFLATE in zlib's frame, and TIFF's LZW. */

/** Room that codecs may read past the input and write past the output. */
const slack: usize = 4096 + 64;
const lzwTable: usize = 4096 * 8;

let inputAt: usize = 0;
let inputLength: usize = 0;
let outputAt: usize = 0;
let outputLength: usize = 0;
let workAt: usize = 0;

/** Room for a block and what it expands to; returns the input's address, 0 when memory ends. */
export function prepare(compressed: i32, expanded: i32): usize {
  workAt = align(__heap_base);
  inputAt = align(workAt + lzwTable + 256);
  inputLength = <usize>compressed;
  outputAt = align(inputAt + inputLength + 64);
  outputLength = <usize>expanded;
  if (!reserve(outputAt + outputLength + slack)) return 0;
  memory.fill(inputAt + inputLength, 0, 64);
  return inputAt;
}

/** Where the expanded bytes lie. */
export function expanded(): usize {
  return outputAt;
}

/**
 * Lays the expanded bytes out as a plane a band and undoes their differences where they are `differenced`; what was not
 * written counts as 0. The address of the planes, 0 when memory ends.
 */
export function makePlanes(written: i32, bands: i32, width: i32, rows: i32, differenced: bool): usize {
  memory.fill(outputAt + <usize>written, 0, outputLength - <usize>written);
  let planes = outputAt;
  if (bands > 1) {
    planes = align(outputAt + outputLength + slack);
    if (!reserve(planes + outputLength + planeSlack)) return 0;
    splitBytes(outputAt, planes, <usize>width * <usize>rows, <usize>bands);
  }
  if (differenced) sumRows(planes, <usize>width, <usize>rows * <usize>bands);
  return planes;
}

/** Expands zlib's frame (RFC 1950; its checksum is not compared); the bytes written, -1 where the data cannot be. */
export function expandZlib(): i32 {
  if (inputLength < 2) return -1;
  const method = <u32>load<u8>(inputAt);
  const flags = <u32>load<u8>(inputAt + 1);
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) return -1;
  return inflate(inputAt + 2, inputLength - 2, outputAt, outputLength);
}

/**
 * Expands LZW as TIFF 6.0, section 13, has it: most significant bit first, width grown one code early. A string of
 * the table is a run of earlier output, told by its address and length; those of single bytes lie before the table.
 * The bytes written, -1 on a code that cannot exist yet.
 */
export function expandLzw(): i32 {
  const singles = workAt + lzwTable;
  for (let i: usize = 0; i < 256; i++) {
    store<u8>(singles + i, <u8>i);
    store<u64>(workAt + (i << 3), <u64>(singles + i) | (<u64>1 << 32));
  }
  const end = outputAt + outputLength;
  const bitEnd = <u64>inputLength << 3;
  let out = outputAt;
  let place: u64 = 0;
  let width: u64 = 9;
  let next: u32 = 258;
  let limit: u32 = 511;
  let previous: u64 = 0;
  while (out < end && place + width <= bitEnd) {
    const word = bswap<u64>(load<u64>(inputAt + <usize>(place >> 3)));
    const code = <u32>((word << (place & 7)) >> (64 - width));
    place += width;
    if (code === 257) break;
    if (code === 256) {
      width = 9;
      next = 258;
      limit = 511;
      previous = 0;
      continue;
    }
    if (code > next || (code > 257 && previous === 0)) return -1;
    if (previous !== 0 && next < 4096) {
      store<u64>(workAt + (<usize>next << 3), previous + (<u64>1 << 32));
      next++;
      if (next >= limit && width < 12) {
        width++;
        limit = (<u32>1 << <u32>width) - 1;
      }
    }
    if (code >= next) return -1;
    const string = load<u64>(workAt + (<usize>code << 3));
    const from = <usize>(string & 0xffffffff);
    const length = <usize>(string >> 32);
    previous = <u64>out | (<u64>length << 32);
    if (length === 1) store<u8>(out, load<u8>(from));
    else copyRun(out, out - from, min(length, end - out));
    out += length;
  }
  return <i32>(min(out, end) - outputAt);
}
