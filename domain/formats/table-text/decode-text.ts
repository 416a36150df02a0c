import { columnOfHeading } from './headings.ts';

/** Encodings of texts that are no Unicode, the likeliest first: western and central Europe, China. */
const legacyEncodings = ['windows-1252', 'windows-1250', 'gb18030'] as const;

/** How the letters of a text file are coded. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (typeof legacyEncodings)[number];

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Share of zero bytes at even or odd places from which a text without a mark is UTF-16. */
const zeroShare = 0.3;

/** UTF-16 by its mark, or by the zero bytes that most Latin letters and all digits have. */
function wideEncoding(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 1]!++;
  const half = sample.length / 2;
  if (zeros[1]! > zeroShare * half && zeros[0]! === 0) return 'utf-16le';
  if (zeros[0]! > zeroShare * half && zeros[1]! === 0) return 'utf-16be';
  return null;
}

/** Cells of the first lines that are headings of coordinate tables. */
function countHeadings(text: string): number {
  const cells = text
    .slice(0, 2000)
    .split(/[\r\n]+/, 6)
    .flatMap((line) => line.split(/[,;\t]/));
  return cells.filter((cell) => columnOfHeading(cell) !== null).length;
}

function decodeLegacy(bytes: Uint8Array): DecodedText {
  const decoded = legacyEncodings.map((encoding) => ({
    encoding,
    text: new TextDecoder(encoding).decode(bytes),
  }));
  const counts = decoded.map(({ text }) => countHeadings(text));
  const most = counts.reduce((high, count) => Math.max(high, count), 0);
  return decoded[counts.indexOf(most)]!;
}

/**
 * The text of a file as spreadsheets and data collectors write it: UTF-8 or UTF-16, with a byte order mark or without,
 * else the Windows encoding in which most headings of its table are known, Windows-1252 where none is. Reads any bytes.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: wide };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return decodeLegacy(bytes);
  }
}

/** True for texts whose encoding is not stated by their bytes but assumed. */
export function isLegacy(encoding: TextEncoding): boolean {
  return legacyEncodings.some((one) => one === encoding);
}
