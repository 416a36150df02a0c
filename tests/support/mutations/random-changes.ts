import { below, type Change, extremes, splice } from './change.ts';

/** Characters of texts, and characters that they should not contain. */
const pieces = [
  '0',
  '-1',
  '1e999',
  'NaN',
  '4294967295',
  '2147483647',
  '99999999999999999999',
  '"',
  "'",
  '<',
  '</',
  '>',
  '[',
  ']',
  '{',
  '}',
  '{}',
  '[]',
  'null',
  ',',
  ';',
  '=',
  '\0',
  '\n',
  '\t',
  '&#x10ffff;',
  '&#xd800;',
  '\ufeff',
  '(((((',
  '-->',
  '<!--',
  '__proto__',
  'constructor',
] as const;

function piece(bytes: Uint8Array, random: () => number): { at: number; length: number } {
  const at = below(random, bytes.length);
  return { at, length: 1 + below(random, Math.min(bytes.length - at, 64)) };
}

/** Changes without knowledge of the format. */
export const randomChanges: readonly Change[] = [
  (bytes, random) => {
    const [at, bit] = [below(random, bytes.length), below(random, 8)];
    bytes[at]! ^= 1 << bit;
    return { bytes, note: `bit ${bit} of byte ${at}` };
  },
  (bytes, random) => {
    const at = below(random, bytes.length);
    return { bytes: bytes.slice(0, at), note: `cut at ${at}` };
  },
  (bytes, random) => {
    const { at, length } = piece(bytes, random);
    return { bytes: splice(bytes, at, length, new Uint8Array(0)), note: `${length} taken out at ${at}` };
  },
  (bytes, random) => {
    const { at, length } = piece(bytes, random);
    const part = bytes.slice(at, at + length);
    const times = 1 + below(random, random() < 0.1 ? 200 : 3);
    const put = new Uint8Array(length * times);
    for (let i = 0; i < times; i++) put.set(part, i * length);
    return { bytes: splice(bytes, at, 0, put), note: `${length} at ${at} ${times} times more` };
  },
  (bytes, random) => {
    const [a, b] = [below(random, bytes.length), below(random, bytes.length)];
    const length = Math.min(1 + below(random, 32), bytes.length - Math.max(a, b));
    const [first, second] = [bytes.slice(a, a + length), bytes.slice(b, b + length)];
    bytes.set(second, a);
    bytes.set(first, b);
    return { bytes, note: `${length} at ${a} and ${b} swapped` };
  },
  (bytes, random) => {
    const width = [1, 2, 4, 8][below(random, 4)]!;
    const at = below(random, Math.max(1, bytes.length - width));
    const value = extremes[below(random, extremes.length)]!;
    const littleEndian = random() < 0.7;
    const put = new Uint8Array(8);
    const view = new DataView(put.buffer);
    if (width === 8) view.setBigUint64(0, random() < 0.3 ? 2n ** 64n - 1n : BigInt(value), littleEndian);
    else if (width === 4) view.setUint32(0, value, littleEndian);
    else view.setUint16(0, value & 0xffff, littleEndian);
    bytes.set(put.subarray(0, Math.min(width, bytes.length - at)), at);
    return { bytes, note: `${value} in ${width} bytes at ${at}` };
  },
  (bytes, random) => {
    const width = random() < 0.5 ? 2 : 4;
    const at = below(random, Math.max(1, bytes.length - width));
    if (at + width > bytes.length) return { bytes, note: 'nothing' };
    const view = new DataView(bytes.buffer);
    const grow = 1 + below(random, 300);
    if (width === 2) view.setUint16(at, view.getUint16(at, true) + grow, true);
    else view.setUint32(at, view.getUint32(at, true) + grow, true);
    return { bytes, note: `${grow} more in ${width} bytes at ${at}` };
  },
  (bytes, random) => {
    const at = below(random, bytes.length);
    const text = pieces[below(random, pieces.length)]!;
    const cut = random() < 0.5 ? 0 : Math.min(below(random, 8), bytes.length - at);
    const put = new TextEncoder().encode(text.repeat(random() < 0.1 ? 1 + below(random, 500) : 1));
    const short = JSON.stringify(text);
    return { bytes: splice(bytes, at, cut, put), note: `${short}, ${put.length} bytes, for ${cut} at ${at}` };
  },
];
