import { type CodeTable, codeTables, longestCode, mode } from './ccitt-codes.ts';

/** The three CCITT schemes of TIFF: rows of runs, facsimile group 3, facsimile group 4. */
export type CcittScheme = 'rle' | 'fax3' | 'fax4';

/** Bit 0 of tag 292: rows may be coded by their difference from the row above. */
const twoDimensional = 1;

interface BitReader {
  /** The next bits without taking them; zeros past the end. */
  peek(count: number): number;
  skip(count: number): void;
  alignToByte(): void;
  isAtEnd(): boolean;
}

function createBitReader(input: Uint8Array): BitReader {
  let at = 0;
  const size = input.length * 8;
  return {
    peek(count) {
      const byte = at >> 3;
      const held = ((input[byte] ?? 0) << 16) | ((input[byte + 1] ?? 0) << 8) | (input[byte + 2] ?? 0);
      return (held >> (24 - (at & 7) - count)) & ((1 << count) - 1);
    },
    skip(count) {
      at += count;
    },
    alignToByte() {
      at = (at + 7) & ~7;
    },
    isAtEnd: () => at >= size,
  };
}

/**
 * Expands CCITT coded rows of `width` pixels into `output`, 1 where black, each row ending on a byte. Returns the
 * bytes written: fewer than requested where the data ends. Source: ITU-T T.4 (2003), T.6 (1988). Throws `RangeError`
 * on a code that does not exist.
 * @param options tag 292, for `fax3`
 */
export function expandCcitt(
  scheme: CcittScheme,
  input: Uint8Array,
  output: Uint8Array,
  width: number,
  options = 0,
): number {
  const bits = createBitReader(input);
  const rowBytes = Math.ceil(width / 8);
  let above: number[] = [];
  let written = 0;
  while (written + rowBytes <= output.length && !bits.isAtEnd()) {
    let isFlat = scheme !== 'fax4';
    if (scheme === 'rle') bits.alignToByte();
    if (scheme === 'fax3') {
      const ends = skipLineEnds(bits);
      if (ends > 1 || bits.isAtEnd()) break;
      if (options & twoDimensional) {
        isFlat = bits.peek(1) === 1;
        bits.skip(1);
      }
    }
    if (scheme === 'fax4' && bits.peek(12) === 1) break;
    const changes = isFlat ? readFlatRow(bits, width) : readRowAgainst(bits, above, width);
    paint(changes, output.subarray(written, written + rowBytes), width);
    above = changes;
    written += rowBytes;
  }
  return written;
}

/** Passes over fill bits and the code of a line's end (eleven zeros or more, and a one); how many there were. */
function skipLineEnds(bits: BitReader): number {
  let ends = 0;
  while (bits.peek(11) === 0 && !bits.isAtEnd()) {
    while (bits.peek(1) === 0 && !bits.isAtEnd()) bits.skip(1);
    bits.skip(1);
    ends++;
  }
  return ends;
}

function readCode(bits: BitReader, table: CodeTable): number {
  const entry = table[bits.peek(longestCode)]!;
  if (entry === 0) throw new RangeError('no such CCITT code');
  bits.skip(entry & 15);
  return entry >> 4;
}

function readRun(bits: BitReader, isBlack: boolean): number {
  const table = isBlack ? codeTables.black : codeTables.white;
  for (let length = 0; ; ) {
    const part = readCode(bits, table);
    length += part;
    if (part < 64) return length;
  }
}

/** Where the colour changes, beginning with white: the first entry ends the first white run. */
function readFlatRow(bits: BitReader, width: number): number[] {
  const changes: number[] = [];
  for (let x = 0, isBlack = false; x < width; isBlack = !isBlack) {
    x = Math.min(width, x + readRun(bits, isBlack));
    changes.push(x);
  }
  return changes;
}

/** A row coded by its difference from the changes of the row above. */
function readRowAgainst(bits: BitReader, above: readonly number[], width: number): number[] {
  const changes: number[] = [];
  let x = -1;
  let isBlack = false;
  while (x < width) {
    const first = changeAfter(above, x, isBlack);
    const next = above[first] ?? width;
    const code = readCode(bits, codeTables.modes);
    if (code === mode.pass) x = above[first + 1] ?? width;
    else if (code === mode.horizontal) {
      const start = Math.min(width, Math.max(0, x) + readRun(bits, isBlack));
      x = Math.min(width, start + readRun(bits, !isBlack));
      changes.push(start, x);
    } else {
      x = Math.min(width, Math.max(0, next + code - mode.vertical));
      if (x < (changes.at(-1) ?? 0)) throw new RangeError('a CCITT row runs backwards');
      changes.push(x);
      isBlack = !isBlack;
    }
  }
  return changes;
}

/** Index of the first change of the row above right of `x` to the colour opposite to the present one. */
function changeAfter(above: readonly number[], x: number, isBlack: boolean): number {
  const colour = isBlack ? 1 : 0;
  // Of every other change; they never run backwards.
  let [low, high] = [0, (above.length + 1 - colour) >> 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (above[2 * middle + colour]! <= x) low = middle + 1;
    else high = middle;
  }
  return 2 * low + colour;
}

function paint(changes: readonly number[], row: Uint8Array, width: number): void {
  for (let i = 0; i < changes.length; i += 2) {
    const end = changes[i + 1] ?? width;
    for (let x = changes[i]!; x < end; x++) row[x >> 3]! |= 0x80 >> (x & 7);
  }
}
