import { makeEntries } from './codes';
import { expandSideBySide, first, giveRooms, rest, second } from './side-by-side';
import { atHeader, begin, expandSymbol, inBlock, openBlock, Stream, whole } from './stream';

/**
 * Expands DEFLATE streams (RFC 1951), one or two in parallel. Reads up to 600 bytes past the input and writes up to
 * 1,400 past the output, which avoids a check per byte.
 */

/** Sets the first or second stream to `length` bytes at `input`, to be expanded to `output`, at most `limit` bytes. */
export function setStream(number: i32, input: usize, length: usize, output: usize, limit: usize): void {
  makeEntries();
  giveRooms();
  begin(number === 0 ? first : second, input, length, output, limit);
}

/** Disables a stream. */
export function setNone(number: i32): void {
  setStream(number, 0, 0, 0, 0);
}

/** Expands the streams that were set. */
export function inflate(): void {
  settle(first);
  settle(second);
  while (first.state === inBlock || second.state === inBlock) {
    expandSideBySide();
    goOn(first);
    goOn(second);
  }
}

/** Number of bytes written, -1 for invalid data. */
export function inflated(number: i32): i32 {
  const stream = number === 0 ? first : second;
  return stream.state === whole ? <i32>(min(stream.out, stream.end) - stream.output) : -1;
}

/** Advances a stream past the parts that are not read in parallel. */
function goOn(stream: Stream): void {
  if (stream.state === inBlock) expandSymbol(stream);
  settle(stream);
}

function settle(stream: Stream): void {
  while (stream.state === atHeader) openBlock(stream);
  if (stream.state !== inBlock && !stream.isResting) rest(stream);
}
