/**
 * Expands NeXT's 2-bit gray rows into `output` (`rowBytes` per row) and returns the bytes written. Source: the
 * behaviour of NeXT's RLE as documented with libtiff (compression 32766). Throws `RangeError` where the data ends
 * within a row.
 */
export function expandNext(input: Uint8Array, output: Uint8Array, width: number, rowBytes: number): number {
  const next = createByteReader(input);
  output.fill(0xff);
  let written = 0;
  for (; written + rowBytes <= output.length && !next.isAtEnd(); written += rowBytes) {
    const row = output.subarray(written, written + rowBytes);
    const control = next.byte();
    if (control === 0) row.set(next.bytes(rowBytes));
    else if (control === 0x40) {
      const start = next.byte() * 256 + next.byte();
      const length = next.byte() * 256 + next.byte();
      if (start + length > rowBytes) throw new RangeError('a span beyond its row');
      row.set(next.bytes(length), start);
    } else readGrayRuns(next, control, row, width);
  }
  return written;
}

function readGrayRuns(next: ByteReader, first: number, row: Uint8Array, width: number): void {
  row.fill(0);
  for (let run = first, x = 0; ; run = next.byte()) {
    const gray = run >> 6;
    for (let left = run & 63; left > 0 && x < width; left--, x++) {
      row[x >> 2]! |= gray << (6 - 2 * (x & 3));
    }
    if (x >= width) return;
  }
}

const twoBitDeltas = [0, 1, 0, -1];
const threeBitDeltas = [0, 1, 2, 3, 0, -3, -2, -1];

/**
 * Expands ThunderScan's 4-bit gray rows into `output` and returns the bytes written.
 * Source: the ThunderScan scheme as documented with libtiff (compression 32809): two high bits say whether
 * the others are a run, three 2-bit steps (2 skips), two 3-bit steps (4 skips) or a value.
 */
export function expandThunderScan(
  input: Uint8Array,
  output: Uint8Array,
  width: number,
  rowBytes: number,
): number {
  const next = createByteReader(input);
  let written = 0;
  for (; written + rowBytes <= output.length && !next.isAtEnd(); written += rowBytes) {
    const row = output.subarray(written, written + rowBytes);
    let gray = 0;
    let x = 0;
    const put = (value: number) => {
      gray = value & 15;
      if (x < width) row[x >> 1]! |= x & 1 ? gray : gray << 4;
      x++;
    };
    while (x < width) {
      const code = next.byte();
      const data = code & 63;
      if (code >> 6 === 0) for (let left = data; left > 0; left--) put(gray);
      else if (code >> 6 === 1) {
        for (const shift of [4, 2, 0]) {
          const delta = (data >> shift) & 3;
          if (delta !== 2) put(gray + twoBitDeltas[delta]!);
        }
      } else if (code >> 6 === 2) {
        for (const shift of [3, 0]) {
          const delta = (data >> shift) & 7;
          if (delta !== 4) put(gray + threeBitDeltas[delta]!);
        }
      } else put(data);
    }
  }
  return written;
}

/**
 * Expands SGI's run-length coded 16-bit log luminance, row by row, high bytes before low ones, into
 * little-endian numbers. Returns the bytes written. Source: Larson, "LogLuv encoding for full-gamut,
 * high-dynamic range images" (1998), as coded in TIFF (compression 34676).
 */
export function expandLogLuminance(input: Uint8Array, output: Uint8Array, width: number): number {
  const next = createByteReader(input);
  let written = 0;
  for (; written + 2 * width <= output.length && !next.isAtEnd(); written += 2 * width) {
    for (const half of [1, 0]) {
      for (let x = 0; x < width; ) {
        const control = next.byte();
        const isRun = control >= 128;
        const value = isRun ? next.byte() : 0;
        const count = isRun ? control - 126 : control;
        for (let i = 0; i < count && x < width; i++, x++) {
          output[written + 2 * x + half] = isRun ? value : next.byte();
        }
      }
    }
  }
  return written;
}

interface ByteReader {
  byte(): number;
  bytes(count: number): Uint8Array;
  isAtEnd(): boolean;
}

/** Reads on; past the end it throws `RangeError`. */
function createByteReader(input: Uint8Array): ByteReader {
  let at = 0;
  const bytes = (count: number) => {
    if (at + count > input.length) throw new RangeError('the data ends within a row');
    at += count;
    return input.subarray(at - count, at);
  };
  return { byte: () => bytes(1)[0]!, bytes, isAtEnd: () => at >= input.length };
}
