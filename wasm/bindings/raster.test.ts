import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { BlockPlanes, PackedBlock } from '#domain/formats/tiff/block-coding.ts';
import { wholePlace } from '#domain/formats/tiff/kernel-block.ts';
import { expandLzw } from '#domain/formats/tiff/lzw.ts';
import { applyDifferences, applyFloatPredictor } from '#domain/formats/tiff/predictor.ts';
import { swapBytes } from '#domain/formats/tiff/unpack.ts';
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

/** Codes of 9 to 12 bits as TIFF's LZW writes them; strings are searched in the table. */
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

type Layout = Partial<BlockPlanes>;

/** A block whose planes form an output; default layout: a row of bytes. */
function blockFor(
  scheme: PackedBlock['scheme'],
  input: Uint8Array,
  output: Uint8Array,
  layout: Layout = {},
): PackedBlock {
  const planes = {
    bands: 1,
    width: output.length,
    rows: 1,
    sampleBytes: 1,
    predictor: 1,
    isSwapped: false,
    ...layout,
  };
  return { scheme, input, planes, place: wholePlace(planes, output) };
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
  const expandBy =
    (scheme: PackedBlock['scheme']) =>
    (input: Uint8Array, output: Uint8Array, layout?: Layout): number =>
      kernel.expand([blockFor(scheme, input, output, layout)])[0]!;
  const predicted = (bytes: Uint8Array, layout: Layout): Uint8Array => {
    const copy = bytes.slice();
    kernel.predict(copy, blockFor('none', copy, copy, layout).planes);
    return copy;
  };
  const [expandZlib, expandLzwByKernel] = [expandBy('zlib'), expandBy('lzw')];

  it.each(inputs)('expands zlib of %s at every effort', (_, bytes) => {
    for (const level of [0, 1, 6, 9] as const) {
      const output = new Uint8Array(bytes.length);
      expect(expandZlib(zlibSync(bytes, { level }), output)).toBe(bytes.length);
      expect(Buffer.compare(output, bytes)).toBe(0);
    }
  });

  it.each(inputs)('expands LZW of %s as the reference does', (_, bytes) => {
    const packed = writeLzw(bytes);
    const [ours, reference] = [new Uint8Array(bytes.length), new Uint8Array(bytes.length)];
    expect(expandLzw(packed, reference)).toBe(bytes.length);
    expect(expandLzwByKernel(packed, ours)).toBe(bytes.length);
    expect(Buffer.compare(reference, bytes)).toBe(0);
    expect(Buffer.compare(ours, bytes)).toBe(0);
  });

  it('stops where the output is full', () => {
    const bytes = createBytes(10_000, 4, 20);
    for (const [expand, packed] of [
      [expandZlib, zlibSync(bytes)],
      [expandLzwByKernel, writeLzw(bytes)],
    ] as const) {
      const output = new Uint8Array(777);
      expect(expand(packed, output)).toBe(777);
      expect(Buffer.compare(output, bytes.subarray(0, 777))).toBe(0);
    }
  });

  it('refuses damaged data or gives fewer bytes, and goes on working', () => {
    const bytes = createBytes(20_000, 5, 40);
    const output = new Uint8Array(bytes.length);
    for (const [expand, packed] of [
      [expandZlib, zlibSync(bytes)],
      [expandLzwByKernel, writeLzw(bytes)],
    ] as const) {
      for (let i = 0; i < 400; i++) {
        const damaged = packed.slice(0, i % 2 ? undefined : Math.floor((packed.length * i) / 400));
        if (i % 2) damaged[(i * 37) % damaged.length]! ^= 1 << (i & 7);
        expect(expand(damaged, output)).toBeLessThanOrEqual(bytes.length);
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
        // Most flips are near the start, in the codes of the first blocks.
        const place = i % 2 ? i % Math.min(160, body.length) : (i * 7919) % Math.max(1, body.length);
        if (i % 3) body[place]! ^= 1 << (i & 7);
        const theirs = inflateOrNothing(body);
        const ours = expandZlib(Buffer.concat([Uint8Array.of(0x78, 0x9c), body]), output);
        if (theirs) {
          accepted++;
          expect(ours).toBe(Math.min(room, theirs.length));
          expect(Buffer.compare(output.subarray(0, ours), theirs.subarray(0, room))).toBe(0);
        } else if (ours < 0) refused++;
        // The damage is after the bytes that fit the output.
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
    expandZlib(zlibSync(bytes), output, { bands, width, rows });
    expect(output).toEqual(planes);
    applyDifferences(bytes, { rowSamples: width * bands, rows, stride: bands });
    expandLzwByKernel(writeLzw(bytes), output, { bands, width, rows, predictor: 2 });
    expect(output).toEqual(planes);
  });

  it('counts as 0 what a stream leaves out of its planes', () => {
    const output = new Uint8Array(12);
    const layout = { bands: 2, width: 3, rows: 2 };
    expandZlib(zlibSync(new Uint8Array(12).fill(9)), output, layout);
    expandZlib(zlibSync(Uint8Array.of(1, 2, 3)), output, layout);
    expect([...output]).toEqual([1, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
  });

  it.each([
    [2, 1],
    [2, 3],
    [4, 1],
    [4, 2],
    [8, 1],
    [8, 3],
  ])(
    'lays samples of %i bytes, %i a pixel, out as planes and undoes every predictor',
    (sampleBytes, bands) => {
      const [width, rows] = [37, 5];
      const pixels = width * rows;
      const bytes = createBytes(bands * pixels * sampleBytes, 10, 251);
      const planes = bytes.map((_, i) => {
        const [sample, byte] = [Math.floor(i / sampleBytes), i % sampleBytes];
        return bytes[((sample % pixels) * bands + Math.floor(sample / pixels)) * sampleBytes + byte]!;
      });
      const shape = { rowSamples: width * bands, rows, stride: bands };
      const layout = { bands, width, rows, sampleBytes };
      const check = (stored: Uint8Array, told: Layout) => {
        const output = new Uint8Array(bytes.length);
        expect(expandZlib(zlibSync(stored), output, { ...layout, ...told })).toBe(bytes.length);
        expect(output).toEqual(planes);
        output.fill(0);
        expect(expandBy('none')(stored, output, { ...layout, ...told })).toBe(bytes.length);
        expect(output).toEqual(planes);
      };
      const swapped = bytes.slice();
      swapBytes(swapped, sampleBytes);
      check(swapped, { isSwapped: true });
      if (sampleBytes < 8) {
        const differences = bytes.slice();
        const Words = sampleBytes === 2 ? Uint16Array : Uint32Array;
        applyDifferences(new Words(differences.buffer), shape);
        check(differences, { predictor: 2 });
        expect(predicted(bytes, { ...layout, predictor: 2 })).toEqual(differences);
        swapBytes(differences, sampleBytes);
        check(differences, { predictor: 2, isSwapped: true });
      }
      if (sampleBytes > 2) {
        const differences = bytes.slice();
        applyFloatPredictor(differences, sampleBytes, shape);
        check(differences, { predictor: 3, isSwapped: true });
        expect(predicted(bytes, { ...layout, predictor: 3 })).toEqual(differences);
      }
    },
  );

  it('undoes differences of 64 bits', () => {
    const values = BigInt64Array.from({ length: 6 }, (_, i) => BigInt(i) * 0x1_2345_6789n - 7n);
    const differences = values.map((value, i) => (i % 3 === 0 ? value : value - values[i - 1]!));
    const output = new Uint8Array(48);
    expandZlib(zlibSync(new Uint8Array(differences.buffer)), output, {
      width: 3,
      rows: 2,
      sampleBytes: 8,
      predictor: 2,
    });
    expect(new BigInt64Array(output.buffer)).toEqual(values);
  });

  it('expands two streams side by side as it does each alone, whole or damaged', () => {
    const streams = [...inputs.map(([, bytes]) => bytes), createBytes(90_000, 11, 30)].map((bytes, i) => {
      const whole = zlibSync(bytes, { level: i % 2 ? 6 : 1 });
      const flipped = whole.slice();
      flipped[(i * 977) % whole.length]! ^= 16;
      return { bytes, forms: [whole, whole.subarray(0, (whole.length * 2) / 3), flipped] };
    });
    const forms = streams.flatMap(({ bytes, forms }) => forms.map((form) => ({ size: bytes.length, form })));
    const alone = forms.map(({ size, form }) => {
      const output = new Uint8Array(size);
      return { written: expandZlib(form, output), output };
    });
    for (let i = 0; i < forms.length; i++) {
      for (const j of [i, (i * 5 + 1) % forms.length, (i * 7 + 3) % forms.length]) {
        const outputs = [i, j].map((one) => new Uint8Array(forms[one]!.size));
        const written = kernel.expand(
          [i, j].map((one, number) => blockFor('zlib', forms[one]!.form, outputs[number]!)),
        );
        expect(written).toEqual([alone[i]!.written, alone[j]!.written]);
        expect(Buffer.compare(outputs[0]!, alone[i]!.output)).toBe(0);
        expect(Buffer.compare(outputs[1]!, alone[j]!.output)).toBe(0);
      }
    }
  });

  it('puts blocks of one shape after another side by side, also after larger ones that take more memory', () => {
    const fresh = createRasterKernel(loadKernel('raster'));
    for (const [width, rows] of [
      [8, 6],
      [8, 6],
      [700, 500],
      [8, 6],
      [5, 9],
    ] as const) {
      const planes = { bands: 2, width, rows, sampleBytes: 1, predictor: 1, isSwapped: false };
      const targets = [0, 1].map(() => new Uint8Array(3 * width * rows));
      const pieces = [0, 1, 2].map((piece) => createBytes(2 * width * rows, width + piece, 256));
      fresh.expand(
        pieces.map((bytes, piece) => ({
          scheme: 'zlib',
          input: zlibSync(bytes),
          planes,
          place: {
            targets,
            offset: piece * width,
            stride: 3 * width,
            left: 0,
            top: 0,
            rowBytes: width,
            rows,
          },
        })),
      );
      targets.forEach((target, band) => {
        const expected = target.map((_, i) => {
          const [row, x] = [Math.floor(i / (3 * width)), i % (3 * width)];
          return pieces[Math.floor(x / width)]![2 * (row * width + (x % width)) + band]!;
        });
        expect(Buffer.compare(target, expected)).toBe(0);
      });
    }
  });

  it('puts the part of a block that is asked for into its place', () => {
    const [width, rows] = [5, 4];
    const bytes = Uint8Array.from({ length: 2 * width * rows }, (_, i) => i);
    const target = new Uint8Array(24);
    const planes = { bands: 2, width, rows, sampleBytes: 1, predictor: 1, isSwapped: false };
    const place = { targets: [null, target], offset: 7, stride: 6, left: 2, top: 1, rowBytes: 3, rows: 2 };
    kernel.expand([{ scheme: 'zlib', input: zlibSync(bytes), planes, place }]);
    const expected = new Uint8Array(24);
    expected.set([15, 17, 19], 7);
    expected.set([25, 27, 29], 13);
    expect(target).toEqual(expected);
  });

  it('says that a cut stream is damaged', () => {
    const packed = zlibSync(createBytes(20_000, 6, 90));
    const output = new Uint8Array(20_000);
    expect(expandZlib(packed.subarray(0, packed.length / 2), output)).toBe(-1);
  });
});
