import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { expandLzw } from '#domain/formats/tiff/lzw.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { createRasterKernel } from './raster.ts';

function createBytes(length: number, seed: number, spread: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((i >> 5) & 63) + ((state >>> 16) % spread);
  });
}

const inputs: readonly [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(7)],
  ['one value', new Uint8Array(100_000).fill(9)],
  ['short repeats', Uint8Array.from({ length: 50_000 }, (_, i) => i % 7)],
  ['few values', createBytes(200_000, 1, 3)],
  ['many values', createBytes(200_000, 2, 97)],
  ['noise', createBytes(70_000, 3, 193)],
];

/** Codes of 9 to 12 bits as TIFF's LZW writes them; a string is looked for among those of the table. */
function writeLzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [held, bits, width, next] = [0, 0, 9, 258];
  let table = new Map<string, number>();
  const put = (code: number) => {
    held = held * 2 ** width + code;
    bits += width;
    for (; bits >= 8; bits -= 8) {
      const unit = 2 ** (bits - 8);
      out.push(Math.floor(held / unit));
      held %= unit;
    }
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  put(256);
  let text = '';
  for (const byte of bytes) {
    const longer = text + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      text = longer;
      continue;
    }
    put(codeOf(text));
    table.set(longer, next++);
    if (next === 2 ** width) width = Math.min(12, width + 1);
    if (next === 4094) {
      put(256);
      [width, next, table] = [9, 258, new Map()];
    }
    text = String.fromCharCode(byte);
  }
  if (text) put(codeOf(text));
  put(257);
  if (bits > 0) out.push((held * 2 ** (8 - bits)) & 255);
  return Uint8Array.from(out);
}

describe('the raster kernel', () => {
  const kernel = createRasterKernel(loadKernel('raster'));

  it.each(inputs)('expands zlib of %s at every effort', (_, bytes) => {
    for (const level of [0, 1, 6, 9] as const) {
      const output = new Uint8Array(bytes.length);
      expect(kernel.expandZlib(zlibSync(bytes, { level }), output)).toBe(bytes.length);
      expect(Buffer.compare(output, bytes)).toBe(0);
    }
  });

  it.each(inputs)('expands LZW of %s as the reference does', (_, bytes) => {
    const packed = writeLzw(bytes);
    const [ours, reference] = [new Uint8Array(bytes.length), new Uint8Array(bytes.length)];
    expect(expandLzw(packed, reference)).toBe(bytes.length);
    expect(kernel.expandLzw(packed, ours)).toBe(bytes.length);
    expect(Buffer.compare(reference, bytes)).toBe(0);
    expect(Buffer.compare(ours, bytes)).toBe(0);
  });

  it('stops where the output is full', () => {
    const bytes = createBytes(10_000, 4, 20);
    for (const [expand, packed] of [
      [kernel.expandZlib, zlibSync(bytes)],
      [kernel.expandLzw, writeLzw(bytes)],
    ] as const) {
      const output = new Uint8Array(777);
      expect(expand(packed, output)).toBe(777);
      expect(Buffer.compare(output, bytes.subarray(0, 777))).toBe(0);
    }
  });

  it('ends damaged data in an error or fewer bytes, and goes on working', () => {
    const bytes = createBytes(20_000, 5, 40);
    const output = new Uint8Array(bytes.length);
    for (const [expand, packed] of [
      [kernel.expandZlib, zlibSync(bytes)],
      [kernel.expandLzw, writeLzw(bytes)],
    ] as const) {
      for (let i = 0; i < 400; i++) {
        const damaged = packed.slice(0, i % 2 ? undefined : Math.floor((packed.length * i) / 400));
        if (i % 2) damaged[(i * 37) % damaged.length]! ^= 1 << (i & 7);
        try {
          expect(expand(damaged, output)).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
      expect(expand(packed, output)).toBe(bytes.length);
      expect(Buffer.compare(output, bytes)).toBe(0);
    }
  });

  it('says that a cut stream is damaged', () => {
    const packed = zlibSync(createBytes(20_000, 6, 90));
    const output = new Uint8Array(20_000);
    expect(() => kernel.expandZlib(packed.subarray(0, packed.length / 2), output)).toThrow(RangeError);
  });
});
