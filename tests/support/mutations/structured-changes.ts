import { below, type Change, extremes, splice } from './change.ts';

/** A number in the bytes that may be a count, a length or an offset: from 1 to their length. */
interface Field {
  readonly at: number;
  readonly width: 2 | 4 | 8;
  readonly littleEndian: boolean;
  readonly value: number;
}

function readField(view: DataView, at: number, width: Field['width'], littleEndian: boolean): number {
  if (width === 8) return Number(view.getBigUint64(at, littleEndian));
  return width === 4 ? view.getUint32(at, littleEndian) : view.getUint16(at, littleEndian);
}

function writeField(bytes: Uint8Array<ArrayBuffer>, field: Field, value: number): void {
  const { at, width, littleEndian } = field;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (width === 8) view.setBigUint64(at, BigInt.asUintN(64, BigInt(Math.trunc(value))), littleEndian);
  else if (width === 4) view.setUint32(at, value >>> 0, littleEndian);
  else view.setUint16(at, value & 0xffff, littleEndian);
}

/** Searches for such a number from a random position on; null where the next thousand bytes contain none. */
function findField(bytes: Uint8Array<ArrayBuffer>, random: () => number): Field | null {
  const width = ([2, 4, 4, 8] as const)[below(random, 4)]!;
  const littleEndian = random() < 0.7;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = below(random, bytes.length);
  for (let at = from; at + width <= bytes.length && at < from + 1000; at++) {
    const value = readField(view, at, width, littleEndian);
    if (value >= 1 && value <= bytes.length) return { at, width, littleEndian, value };
  }
  return null;
}

/** A count, length or offset becomes zero, one, the maximum, off by one, or near the total length. */
const setField: Change = (bytes, random) => {
  const field = findField(bytes, random);
  if (!field) return { bytes, note: 'no number' };
  const { value, width, at } = field;
  const most = width === 8 ? 2 ** 53 : 256 ** width - 1;
  const choices = [0, 1, most, (most + 1) / 2, value - 1, value + 1, 2 * value, -value];
  choices.push(bytes.length - 1, bytes.length, bytes.length + 1, at);
  const put = choices[below(random, choices.length)]!;
  writeField(bytes, field, put);
  return { bytes, note: `${value} in ${width} bytes at ${at} becomes ${put}` };
};

/** One number that may be a count, length or offset replaces another one. */
const copyField: Change = (bytes, random) => {
  const [from, to] = [findField(bytes, random), findField(bytes, random)];
  if (!from || !to) return { bytes, note: 'no number' };
  writeField(bytes, to, from.value);
  return { bytes, note: `${from.value} of ${from.at} at ${to.at}` };
};

/** The range between the targets of two offsets, or of an offset and a length, is duplicated, truncated or removed. */
const changeChunk: Change = (bytes, random) => {
  const [place, length] = [findField(bytes, random), findField(bytes, random)];
  if (!place || !length) return { bytes, note: 'no number' };
  const at = Math.min(place.value, bytes.length - 1);
  const isEnd = length.value > at && random() < 0.5;
  const size = Math.min(bytes.length - at, isEnd ? length.value - at : length.value);
  const chunk = bytes.slice(at, at + size);
  const kind = below(random, 4);
  if (kind === 0) return { bytes: splice(bytes, at, 0, chunk), note: `${size} at ${at} twice` };
  if (kind === 1) return { bytes: splice(bytes, at, size, new Uint8Array(0)), note: `${size} at ${at} out` };
  if (kind === 2) {
    const kept = chunk.subarray(0, below(random, size));
    return { bytes: splice(bytes, at, size, kept), note: `${size} at ${at} cut to ${kept.length}` };
  }
  const other = below(random, bytes.length);
  return { bytes: splice(bytes, other, 0, chunk), note: `${size} at ${at} once more at ${other}` };
};

/** The beginning of one input, or a part of it, combined with content of another. */
const crossOver: Change = (bytes, random, others) => {
  const other = others[below(random, others.length)]!;
  if (other.length === 0) return { bytes, note: 'nothing to take' };
  const at = below(random, bytes.length);
  if (random() < 0.5) {
    const from = random() < 0.5 ? Math.min(at, other.length) : below(random, other.length);
    return {
      bytes: splice(bytes, at, bytes.length - at, other.subarray(from)),
      note: `another from ${from} at ${at}`,
    };
  }
  const from = below(random, other.length);
  const put = other.subarray(from, from + 1 + below(random, 200));
  const cut = random() < 0.5 ? Math.min(put.length, bytes.length - at) : 0;
  return { bytes: splice(bytes, at, cut, put), note: `${put.length} of another from ${from} at ${at}` };
};

const isWord = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 122) || byte === 46;

/** The word at or after a random position; empty for none. */
function findWord(bytes: Uint8Array, random: () => number, isPart = isWord): { at: number; length: number } {
  let at = below(random, bytes.length);
  while (at < bytes.length && !isPart(bytes[at]!)) at++;
  while (at > 0 && isPart(bytes[at - 1]!)) at--;
  let end = at;
  while (end < bytes.length && isPart(bytes[end]!)) end++;
  return { at, length: end - at };
}

const numbers = [...extremes, -1, 1e308, 1e-308, 2 ** 53, 32_617, 90.000001].map(String);
numbers.push('1e999', '-0', '00', '1.', '.5', 'NaN', '0x10', '１');

/** A number in a text is replaced by another one. */
const setNumber: Change = (bytes, random) => {
  const { at, length } = findWord(bytes, random, (byte) => (byte >= 48 && byte <= 57) || byte === 46);
  const put = numbers[below(random, numbers.length)]!;
  return { bytes: splice(bytes, at, length, new TextEncoder().encode(put)), note: `${put} at ${at}` };
};

/** A word of a text is repeated, removed, or replaces another one. */
const changeWord: Change = (bytes, random) => {
  const [one, other] = [findWord(bytes, random), findWord(bytes, random)];
  const word = bytes.slice(one.at, one.at + one.length);
  const kind = below(random, 3);
  if (kind === 0) return { bytes: splice(bytes, one.at, 0, word), note: `word at ${one.at} twice` };
  if (kind === 1)
    return { bytes: splice(bytes, one.at, one.length, new Uint8Array(0)), note: `word at ${one.at} out` };
  return {
    bytes: splice(bytes, other.at, other.length, word),
    note: `word of ${one.at} at ${other.at}`,
  };
};

/** A line, or a bracketed part, is repeated, nested in itself, or removed. */
const changePart: Change = (bytes, random) => {
  const [open, close] = (
    [
      [10, 10],
      [60, 62],
      [91, 93],
      [123, 125],
      [34, 34],
    ] as const
  )[below(random, 5)]!;
  const from = bytes.indexOf(open, below(random, bytes.length));
  const to = from < 0 ? -1 : bytes.indexOf(close, from + 1);
  if (to < 0) return { bytes, note: 'no such part' };
  const end = open === 60 && random() < 0.5 ? bytes.indexOf(62, to + 1) : to;
  const part = bytes.slice(from, Math.max(to, end) + 1);
  const kind = below(random, 3);
  if (kind === 0) return { bytes: splice(bytes, from, 0, part), note: `${part.length} at ${from} twice` };
  if (kind === 1)
    return {
      bytes: splice(bytes, from, part.length, new Uint8Array(0)),
      note: `${part.length} at ${from} out`,
    };
  return { bytes: splice(bytes, from + 1, 0, part), note: `${part.length} at ${from} in itself` };
};

/**
 * Structure-aware changes: of counts, lengths and offsets, of chunks that these refer to, of numbers, words, lines and
 * brackets of texts, and combinations with other files of the same kind.
 */
export const structuredChanges: readonly Change[] = [
  setField,
  setField,
  copyField,
  changeChunk,
  crossOver,
  setNumber,
  changeWord,
  changePart,
];
