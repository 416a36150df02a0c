const clearCode = 256;
const endCode = 257;
const firstCode = 258;
const tableSize = 4096;

/** The strings of the table: each is a run of the output already written. */
interface StringTable {
  starts: Uint32Array;
  lengths: Uint32Array;
}

/** Whether data is in the coding of early libtiff: least significant bit first. */
export function isOldLzw(input: Uint8Array): boolean {
  return input.length >= 2 && input[0] === 0 && (input[1]! & 1) === 1;
}

/**
 * Expands TIFF's LZW into `output` and returns the bytes written; stops at the end code, at the end of the
 * input or when the output is full. Reads both the standard coding (most significant bit first, width grown
 * one code early) and the old one of early libtiff (least significant bit first).
 * Source: TIFF 6.0, section 13 (1992), after Welch (1984). A string of the table always is a run of earlier
 * output plus its next byte, so the table holds positions only.
 * Throws `RangeError` on a code that cannot exist yet.
 */
export function expandLzw(input: Uint8Array, output: Uint8Array): number {
  const old = isOldLzw(input);
  const table: StringTable = { starts: new Uint32Array(tableSize), lengths: new Uint32Array(tableSize) };
  let at = 0;
  let bits = 0;
  let held = 0;
  let width = 9;
  let next = firstCode;
  let written = 0;
  let previousStart = -1;
  let previousLength = 0;
  while (written < output.length) {
    while (bits < width && at < input.length) {
      held = old ? held | (input[at]! << bits) : ((held << 8) | input[at]!) & 0xffffff;
      at++;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    let code: number;
    if (old) {
      code = held & ((1 << width) - 1);
      held >>>= width;
    } else code = (held >>> bits) & ((1 << width) - 1);
    if (code === endCode) break;
    if (code === clearCode) {
      width = 9;
      next = firstCode;
      previousStart = -1;
      continue;
    }
    if (code > next || (code >= firstCode && previousStart < 0)) throw new RangeError(`LZW code ${code}`);
    if (previousStart >= 0 && next < tableSize) {
      table.starts[next] = previousStart;
      table.lengths[next] = previousLength + 1;
      next++;
      if (next >= (1 << width) - (old ? 0 : 1) && width < 12) width++;
    }
    if (code >= next) throw new RangeError(`LZW code ${code}`);
    const start = written;
    written = append(output, written, code, table);
    previousStart = start;
    previousLength = code < clearCode ? 1 : table.lengths[code]!;
  }
  return written;
}

function append(output: Uint8Array, written: number, code: number, table: StringTable): number {
  if (code < clearCode) {
    output[written] = code;
    return written + 1;
  }
  const start = table.starts[code]!;
  const end = Math.min(table.lengths[code]!, output.length - written);
  for (let i = 0; i < end; i++) output[written + i] = output[start + i]!;
  return written + end;
}
