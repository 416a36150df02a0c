import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { expandLzw } from '#domain/formats/tiff/lzw.ts';
import { applyDifferences } from '#domain/formats/tiff/predictor.ts';
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

function attempt(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return undefined;
  }
}

function inflateOrNothing(body: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(body);
  } catch {
    return undefined;
  }
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

  it('judges cut and flipped streams as zlib does, and gives the same bytes', () => {
    const strategies = [
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_FIXED,
      constants.Z_HUFFMAN_ONLY,
      constants.Z_RLE,
    ];
    const bytes = Buffer.concat([createBytes(3000, 7, 5), new Uint8Array(600), createBytes(2000, 8, 250)]);
    const [output, room] = [new Uint8Array(bytes.length), bytes.length];
    let [accepted, refused] = [0, 0];
    for (const [level, strategy] of [[0, 0] as const, ...strategies.map((one) => [6, one] as const)]) {
      const whole = deflateRawSync(bytes, { level, strategy, memLevel: 1 });
      for (let i = 0; i < 500; i++) {
        const body = Buffer.from(whole.subarray(0, i % 3 ? undefined : Math.floor((whole.length * i) / 500)));
        // Most flips near the front, where the codes of the first blocks lie.
        const place = i % 2 ? i % Math.min(160, body.length) : (i * 7919) % Math.max(1, body.length);
        if (i % 3) body[place]! ^= 1 << (i & 7);
        const theirs = inflateOrNothing(body);
        const ours = attempt(() =>
          kernel.expandZlib(Buffer.concat([Uint8Array.of(0x78, 0x9c), body]), output),
        );
        if (theirs) {
          accepted++;
          expect(ours).toBe(Math.min(room, theirs.length));
          expect(Buffer.compare(output.subarray(0, ours), theirs.subarray(0, room))).toBe(0);
        } else if (ours === undefined) refused++;
        // The damage lies behind what there was room for.
        else expect(ours).toBe(room);
      }
    }
    expect(accepted).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(200);
  });

  it.each([1, 2, 3, 4, 5])('lays %i bytes a pixel out as planes and undoes differences', (bands) => {
    const [width, rows] = [37, 11];
    const pixels = width * rows;
    const bytes = createBytes(bands * pixels, 9, 200);
    const planes = bytes.map((_, i) => bytes[(i % pixels) * bands + Math.floor(i / pixels)]!);
    const output = new Uint8Array(bytes.length);
    kernel.expandZlib(zlibSync(bytes), output, { bands, width, rows, isDifferenced: false });
    expect(output).toEqual(planes);
    applyDifferences(bytes, { rowSamples: width * bands, rows, stride: bands });
    kernel.expandLzw(writeLzw(bytes), output, { bands, width, rows, isDifferenced: true });
    expect(output).toEqual(planes);
  });

  it('counts as 0 what a stream leaves out of its planes', () => {
    const output = new Uint8Array(12);
    kernel.expandZlib(zlibSync(new Uint8Array(12).fill(9)), output, {
      bands: 2,
      width: 3,
      rows: 2,
      isDifferenced: false,
    });
    kernel.expandZlib(zlibSync(Uint8Array.of(1, 2, 3)), output, {
      bands: 2,
      width: 3,
      rows: 2,
      isDifferenced: false,
    });
    expect([...output]).toEqual([1, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
  });

  it('says that a cut stream is damaged', () => {
    const packed = zlibSync(createBytes(20_000, 6, 90));
    const output = new Uint8Array(20_000);
    expect(() => kernel.expandZlib(packed.subarray(0, packed.length / 2), output)).toThrow(RangeError);
  });
});
