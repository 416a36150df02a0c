import { expandLzma2 } from './lzma2.ts';

const magic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];
const filter = { delta: 3n, lzma2: 0x21n } as const;
const checkSizes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/**
 * Expands an XZ stream (LZMA2, with byte differences before it or not) into `output` and returns the bytes
 * written. Checksums are not compared: what is damaged ends too early or in an impossible code.
 * Source: Collin, "The .xz File Format", version 1.1.0 (2022). Throws `RangeError`.
 */
export function expandXz(input: Uint8Array, output: Uint8Array): number {
  if (magic.some((byte, i) => input[i] !== byte)) throw new RangeError('no XZ stream');
  const checkSize = checkSizes[input[7]! & 15]!;
  let at = 12;
  let written = 0;
  while (written < output.length && at < input.length && input[at] !== 0) {
    const header = readBlockHeader(input, at);
    const block = output.subarray(written);
    const result = expandLzma2(input, header.end, block);
    if (header.delta > 0) addDifferences(block.subarray(0, result.written), header.delta);
    written += result.written;
    const padded = header.end + Math.ceil((result.at - header.end) / 4) * 4;
    at = padded + checkSize;
    if (result.written === 0) break;
  }
  return written;
}

/** The start of a block's data, and the distance of the bytes that it stores as differences (0: none are). */
function readBlockHeader(input: Uint8Array, start: number): { end: number; delta: number } {
  const end = start + (input[start]! + 1) * 4;
  const flags = input[start + 1] ?? 0;
  let at = start + 2;
  let delta = 0;
  const number = () => {
    let value = 0n;
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const byte = input[at++];
      if (byte === undefined || at > end) throw new RangeError('an XZ header ends early');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  if (flags & 0x40) number();
  if (flags & 0x80) number();
  for (let i = 0; i <= (flags & 3); i++) {
    const id = number();
    const size = Number(number());
    if (id === filter.delta) delta = (input[at] ?? 0) + 1;
    else if (id !== filter.lzma2) throw new RangeError(`XZ filter ${id}`);
    at += size;
  }
  return { end, delta };
}

function addDifferences(bytes: Uint8Array, distance: number): void {
  for (let i = distance; i < bytes.length; i++) bytes[i] = bytes[i]! + bytes[i - distance]!;
}
