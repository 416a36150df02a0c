import { describe, expect, it } from 'vitest';
import type { BlockCoding } from './block-coding.ts';
import { expandCcitt } from './ccitt.ts';
import { decodeBlock } from './decode-block.ts';
import { tiffCompression } from './tags.ts';
import { expandXz } from './xz.ts';

const block = (change: Partial<BlockCoding>): BlockCoding => ({
  compression: tiffCompression.none,
  predictor: 1,
  bits: 8,
  sampleType: 'uint8',
  samples: 1,
  width: 8,
  height: 4,
  neededRows: 4,
  littleEndian: true,
  fillOrder: 1,
  photometric: 1,
  conversion: 'none',
  ...change,
});

/** LERC 2 of one value everywhere, 8 by 4 pixels of 8 bits. */
function lerc(change: { version?: number; square?: number; length?: number; bands?: number } = {}) {
  const { version = 2, square = 8, bands = 1 } = change;
  const fields = [4, 8, ...(version >= 4 ? [bands] : []), 32, square];
  const head = 10 + (version >= 3 ? 4 : 0);
  const size = head + 4 * fields.length + 8 + 24 + 4;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('Lerc2 '));
  view.setInt32(6, version, true);
  [...fields, change.length ?? size, 1].forEach((value, i) => {
    view.setInt32(head + 4 * i, value, true);
  });
  const reals = head + 4 * (fields.length + 2);
  [0.5, 7, 7].forEach((value, i) => {
    view.setFloat64(reals + 8 * i, value, true);
  });
  return bytes;
}

describe('LERC', () => {
  const decode = (bytes: Uint8Array<ArrayBuffer>, change: Partial<BlockCoding> = {}) =>
    decodeBlock(block({ compression: tiffCompression.lerc, ...change }), bytes);

  it('of one value is that value', async () => {
    expect(await decode(lerc())).toEqual(new Uint8Array(32).fill(7));
  });

  it('is read once, whatever follows it', async () => {
    const twice = new Uint8Array([...lerc(), ...lerc()]);
    expect(await decode(twice)).toEqual(new Uint8Array(32).fill(7));
  });

  it.each([
    [
      'of no length, at which its decoder never ends',
      lerc({ length: 0 }),
      { reason: 'lerc-of-so-many-bytes', bytes: 0 },
    ],
    ['longer than its bytes', lerc({ length: 1000 }), { reason: 'lerc-of-so-many-bytes', bytes: 1000 }],
    ['in squares of nothing', lerc({ square: 0 }), { reason: 'lerc-in-other-squares', square: 0 }],
    [
      'in squares that no memory holds',
      lerc({ square: 30_000 }),
      { reason: 'lerc-in-other-squares', square: 30_000 },
    ],
    [
      'of more bands than the block',
      lerc({ version: 4, bands: 1_000_000 }),
      { reason: 'lerc-of-so-many-bands', bands: 1_000_000 },
    ],
  ])('%s is refused', async (_, bytes, reason) => {
    await expect(decode(bytes)).rejects.toMatchObject({ reason });
  });
});

/** XZ of LZMA2 chunks, each given by its bytes from its control byte on. */
function xz(...chunks: readonly (readonly number[])[]): Uint8Array {
  const head = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([...head, 2, 0, 0x21, 1, 0x16, 0, 0, 0, 0, 0, 0, 0, ...chunks.flat(), 0]);
}

describe('LZMA', () => {
  it('of plain chunks is expanded', () => {
    const output = new Uint8Array(3);
    expect(expandXz(xz([1, 0, 2, 5, 6, 7]), output)).toBe(3);
    expect([...output]).toEqual([5, 6, 7]);
  });

  it('of models larger than LZMA2 has is refused before they are made', () => {
    const chunk = [0xe0, 0, 0, 0, 5, 8 + 9 * 4, 0, 0, 0, 0, 0, 0];
    expect(() => expandXz(xz(chunk), new Uint8Array(9))).toThrow('LZMA2 properties 44');
  });

  it('that ends early is refused and not filled up', () => {
    const chunk = [0xe0, 0xff, 0xff, 0, 5, 0x5d, 0, 0, 0, 0, 0, 0];
    expect(() => expandXz(xz(chunk).subarray(0, 37), new Uint8Array(60_000))).toThrow('LZMA ends early');
  });
});

describe('CCITT', () => {
  it('rows that repeat the changes of the row above are those of the row above', () => {
    const width = 4096;
    const pair = '001' + '000111' + '010';
    const bits = pair.repeat(width / 2) + '1'.repeat(width + 1);
    const bytes = Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
    const output = new Uint8Array((2 * width) / 8);
    expect(expandCcitt('fax4', bytes, output, width)).toBe(output.length);
    expect(output).toEqual(new Uint8Array(output.length).fill(0x55));
  });
});
