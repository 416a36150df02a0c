import { inflate, inflated, setNone, setStream } from './lib/inflate/inflate';
import { copyRun } from './lib/inflate/run';
import { hold, laidEnd, lay, layFrom } from './lib/layout';
import { align } from './lib/memory';
import {
  gatherRows, planeSlack, scatterRows, splitSamples, subtractRows, sumRows, swapSamples,
} from './lib/planes';

/** Compressed blocks of rasters: DEFLATE in zlib's frame, one or two at a time, and TIFF's LZW. */

/** Room that codecs may read past the input and write past the output. */
const slack: usize = 4096 + 64;
const lzwTable: usize = 4096 * 8;

@unmanaged
class Block {
  input: usize;
  inputLength: usize;
  output: usize;
  outputLength: usize;
}

const blocks: usize = memory.data(2 * 16, 16);
let workAt: usize = 0;
/** End of what blocks expand to. */
let free: usize = 0;
/** End of the compressed bytes so far. */
let inputEnd: usize = 0;

function blockOf(number: i32): Block {
  return changetype<Block>(blocks + <usize>(number * offsetof<Block>()));
}

/**
 * Room for what a block (0, then 1 where there are two) expands to; false when memory ends. Compressed bytes come
 * behind that of all blocks, and planes are made over them once they were read: where planes lie depends on the size
 * of blocks alone.
 */
export function makeRoom(number: i32, expanded: i32): bool {
  const block = blockOf(number);
  if (number === 0) {
    layFrom(__heap_base);
    workAt = lay(lzwTable + 256, 1);
  } else {
    layFrom(free);
  }
  block.output = lay(<i64>expanded + <i64>slack, 1);
  block.outputLength = <usize>expanded;
  free = laidEnd();
  inputEnd = free;
  return hold();
}

/** Room for the compressed bytes of a block, requested once all blocks have theirs; the address, 0 when memory ends. */
export function prepare(number: i32, compressed: i32): usize {
  const block = blockOf(number);
  layFrom(inputEnd);
  block.input = lay(<i64>compressed + <i64>slack, 1);
  block.inputLength = <usize>compressed;
  inputEnd = laidEnd();
  if (!hold()) return 0;
  memory.fill(block.input + block.inputLength, 0, 64);
  return block.input;
}

/** Address of the expanded bytes of a block. */
export function expanded(number: i32): usize {
  return blockOf(number).output;
}

/**
 * Lays the expanded bytes of a block out as samples of `size` bytes, a plane a band; what was not written counts as 0.
 * @param predictor 1 none, 2 differences along rows, 3 differences of the bytes of floating point numbers
 * @param swapped whether samples are big-endian (those of predictor 3 have an order of their own)
 * @returns the address of the planes, good until the next call; 0 when memory ends
 */
export function makePlanes(
  number: i32, written: i32, bands: usize, width: usize, rows: usize, size: usize, predictor: i32, swapped: bool,
): usize {
  const block = blockOf(number);
  const bytes = block.outputLength;
  memory.fill(block.output + <usize>written, 0, bytes - <usize>written);
  if (predictor === 3) return makeFloats(block, bands, width, rows, size);
  if (swapped) swapSamples(block.output, bytes, size);
  let planes = block.output;
  if (bands > 1) {
    layFrom(free);
    planes = lay(<i64>bytes + <i64>planeSlack, 1);
    if (!hold()) return 0;
    splitSamples(block.output, planes, width * rows, bands, size);
  }
  if (predictor === 2) sumRows(planes, width, rows * bands, size);
  return planes;
}

/** Bytes are differences within their band, through the bytes of a row, which lie apart by their significance. */
function makeFloats(block: Block, bands: usize, width: usize, rows: usize, size: usize): usize {
  const bytes = block.outputLength;
  let split = block.output;
  let gathered = free;
  layFrom(free);
  lay(2 * <i64>bytes + 3 * <i64>planeSlack, 1);
  if (!hold()) return 0;
  if (bands > 1) {
    split = free;
    gathered = align(free + bytes + planeSlack);
    splitSamples(block.output, split, width * rows * size, bands, 1);
  }
  sumRows(split, width * size, rows * bands, 1);
  gatherRows(split, gathered, width, rows * bands, size);
  return gathered;
}

/**
 * The inverse, for writing: makes the differences of a block's input, samples that lie pixel by pixel in native order.
 * The address of the result.
 */
export function predict(bands: usize, width: usize, rows: usize, size: usize, predictor: i32): usize {
  const block = blockOf(0);
  const samples = width * bands;
  if (predictor !== 3) {
    subtractRows(block.input, block.output, samples * size, rows, bands * size, size);
    return block.output;
  }
  scatterRows(block.input, block.output, samples, rows, size);
  subtractRows(block.output, block.input, samples * size, rows, bands, 1);
  return block.input;
}

/** Sets a stream in zlib's frame (RFC 1950; its checksum is not compared); false where it has none. */
function setZlib(number: i32): bool {
  const block = blockOf(number);
  if (block.inputLength < 2) return false;
  const method = <u32>load<u8>(block.input);
  const flags = <u32>load<u8>(block.input + 1);
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) return false;
  setStream(number, block.input + 2, block.inputLength - 2, block.output, block.outputLength);
  return true;
}

/** Expands so many blocks in zlib's frame, those that have one; `written` tells what came of them. */
export function expandZlib(count: i32): void {
  for (let number = 0; number < 2; number++) {
    const isSet = number < count && setZlib(number);
    if (!isSet) setNone(number);
    store<u8>(framed + number, isSet ? 1 : 0);
  }
  inflate();
}

/** Which blocks had a frame. */
const framed: usize = memory.data(2);

/** The bytes that `expandZlib` wrote of a block, -1 where its data cannot be. */
export function written(number: i32): i32 {
  return load<u8>(framed + number) ? inflated(number) : -1;
}

/**
 * Expands LZW as TIFF 6.0, section 13, has it: most significant bit first, width grown one code early. A string of
 * the table is a run of earlier output, told by its address and length; those of single bytes lie before the table.
 * The bytes written, -1 on a code that cannot exist yet.
 */
export function expandLzw(): i32 {
  const block = blockOf(0);
  const input = block.input;
  const singles = workAt + lzwTable;
  for (let i: usize = 0; i < 256; i++) {
    store<u8>(singles + i, <u8>i);
    store<u64>(workAt + (i << 3), <u64>(singles + i) | (<u64>1 << 32));
  }
  const end = block.output + block.outputLength;
  const bitEnd = <u64>block.inputLength << 3;
  let out = block.output;
  let place: u64 = 0;
  let width: u64 = 9;
  let next: u32 = 258;
  let limit: u32 = 511;
  let previous: u64 = 0;
  while (out < end && place + width <= bitEnd) {
    const word = bswap<u64>(load<u64>(input + <usize>(place >> 3)));
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
  return <i32>(min(out, end) - block.output);
}
