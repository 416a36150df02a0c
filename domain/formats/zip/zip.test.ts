import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ByteSource, memorySource } from '../byte-source.ts';
import { crc32 } from '../crc32.ts';
import { findData, readDirectory, walkZip, type ZipEntry } from './read-zip.ts';
import { centralHeader, dataDescriptor, endRecords, localHeader } from './records.ts';
import { writeZip, type ZipInput, zipLength } from './write-zip.ts';

const text = (value: string) => new TextEncoder().encode(value);

const inputs: ZipInput[] = [
  { name: 'manifest.json', bytes: text('{"a":1}') },
  {
    name: 'products/Straße.tif',
    size: 6,
    open: async function* () {
      yield text('abc');
      yield text('def');
    },
  },
  { name: 'empty.txt', size: 0, open: async function* () {} },
];

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

async function all(entries: AsyncIterable<ZipEntry>): Promise<ZipEntry[]> {
  const found: ZipEntry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const sizes = new Map([
  ['products/Straße.tif', 6],
  ['empty.txt', 0],
]);

it('whose ZIP64 locator would lie before its beginning has no directory', async () => {
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(10, 0xffff, true);
  expect(await readDirectory(memorySource('a.zip', end))).toBeNull();
});

describe('an archive', () => {
  it('comes back by its directory, with the length that was foretold', async () => {
    const bytes = await gather(writeZip(inputs));
    expect(bytes.byteLength).toBe(zipLength(inputs));
    const source = memorySource('a.zip', bytes);
    const entries = (await readDirectory(source)) ?? [];
    expect(entries.map(({ name, size, crc }) => [name, size, crc])).toEqual([
      ['manifest.json', 7, crc32(text('{"a":1}'))],
      ['products/Straße.tif', 6, crc32(text('abcdef'))],
      ['empty.txt', 0, 0],
    ]);
    const at = (await findData(source, entries[1]!)) ?? 0;
    expect(bytes.subarray(at, at + 6).toString()).toBe('abcdef');
  });

  it('gives what lies before the place where it was cut off', async () => {
    const bytes = await gather(writeZip(inputs));
    const whole = (await readDirectory(memorySource('a.zip', bytes))) ?? [];
    const sizeOf = (name: string) => sizes.get(name) ?? null;
    for (const [length, count] of [
      [bytes.byteLength - 30, 3],
      [whole[2]!.offset, 2],
      [whole[2]!.offset - 1, 1],
      [20, 0],
    ] as const) {
      const cut = memorySource('a.zip', bytes.subarray(0, length));
      expect(await readDirectory(cut)).toBeNull();
      expect(await all(walkZip(cut, sizeOf))).toEqual(whole.slice(0, count));
    }
  });

  it('is not written where a file is shorter or longer than it was said to be', async () => {
    for (const size of [2, 4]) {
      const wrong: ZipInput = {
        name: 'a',
        size,
        open: async function* () {
          yield text('abc');
        },
      };
      await expect(gather(writeZip([wrong]))).rejects.toMatchObject({ code: 'archive.changed' });
    }
  });

  it('holds files and offsets beyond 4 GiB', async () => {
    const size = 5 * 2 ** 30;
    const name = 'cloud.laz';
    const header = localHeader({ name, size, crc: null });
    const tail = dataDescriptor(size, 7);
    const offset = header.byteLength + size + tail.byteLength;
    const second = localHeader({ name: 'b', size: 1, crc: 9 });
    const directory = Buffer.concat([
      centralHeader({ name, size, crc: 7, hasDescriptor: true, offset: 0 }),
      centralHeader({ name: 'b', size: 1, crc: 9, hasDescriptor: false, offset }),
    ]);
    const directoryAt = offset + second.byteLength + 1;
    const end = endRecords(2, directory.byteLength, directoryAt);
    const source = sparseSource([
      [0, header],
      [header.byteLength + size, tail],
      [offset, second],
      [directoryAt, directory],
      [directoryAt + directory.byteLength, end],
    ]);
    const entries = (await readDirectory(source)) ?? [];
    expect(entries).toMatchObject([
      { name, size, compressedSize: size, offset: 0, crc: 7 },
      { name: 'b', size: 1, offset, crc: 9 },
    ]);
    expect(await findData(source, entries[1]!)).toBe(offset + second.byteLength);
    expect(await all(walkZip(source, (asked) => (asked === name ? size : null)))).toEqual(entries);
    const open = async function* () {};
    const told = [
      { name, size, open },
      { name: 'b', bytes: new Uint8Array(1) },
    ];
    expect(zipLength(told)).toBe(source.size);
  });

  it('of another program is read, compressed entries among it', async () => {
    const data = deflateRawSync(Buffer.alloc(1000, 'a'));
    const header = Buffer.from(localHeader({ name: 'a', size: data.byteLength, crc: 5 }));
    header.writeUInt16LE(8, 8);
    const central = Buffer.from(
      centralHeader({ name: 'a', size: data.byteLength, crc: 5, hasDescriptor: false, offset: 0 }),
    );
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(1000, 24);
    const offset = header.byteLength + data.byteLength;
    const end = Buffer.from(endRecords(1, central.byteLength, offset));
    end.writeUInt16LE(3, 20);
    const bytes = Buffer.concat([header, data, central, end, Buffer.from('PK!')]);
    expect(await readDirectory(memorySource('a.zip', bytes))).toMatchObject([
      { name: 'a', method: 8, size: 1000, compressedSize: data.byteLength },
    ]);
  });

  it('with a broken directory has none', async () => {
    const bytes = await gather(writeZip(inputs));
    const [first] = (await readDirectory(memorySource('a.zip', bytes))) ?? [];
    for (const position of [bytes.byteLength - 22, bytes.indexOf('PK\x01\x02', first?.offset)]) {
      const broken = Buffer.from(bytes);
      broken[position] = 0;
      expect(await readDirectory(memorySource('a.zip', broken))).toBeNull();
    }
    expect(await readDirectory(memorySource('a.txt', text('short')))).toBeNull();
  });
});

/** A file that is empty but for some pieces. */
function sparseSource(pieces: readonly (readonly [offset: number, bytes: Uint8Array])[]): ByteSource {
  const size = Math.max(...pieces.map(([offset, bytes]) => offset + bytes.byteLength));
  return {
    name: 'large.zip',
    size,
    read: async (offset, length) => {
      const wanted = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      for (const [at, bytes] of pieces) {
        const start = Math.max(at, offset);
        const end = Math.min(at + bytes.byteLength, offset + wanted.byteLength);
        if (start < end) wanted.set(bytes.subarray(start - at, end - at), start - offset);
      }
      return wanted;
    },
  };
}
