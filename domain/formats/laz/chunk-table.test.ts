import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import type { LasHeader } from '../las/header.ts';
import { encodeChunkTable, readChunkTable } from './chunk-table.ts';
import { createLazVlr, variableChunkSize } from './laz-vlr.ts';

const start = 100;

/** A file of nothing but a table behind `dataBytes` bytes of chunks. */
function createFile(sizes: number[], counts: number[], isVariable: boolean): Uint8Array<ArrayBuffer> {
  const dataBytes = sizes.reduce((sum, size) => sum + size, 0);
  const chunks = sizes.map((byteLength, index) => ({ byteLength, pointCount: counts[index]! }));
  const table = encodeChunkTable(chunks, isVariable);
  const file = new Uint8Array(start + 8 + dataBytes + table.byteLength);
  new DataView(file.buffer).setBigInt64(start, BigInt(start + 8 + dataBytes), true);
  file.set(table, start + 8 + dataBytes);
  return file;
}

const headerOf = (pointCount: number) => ({ pointDataOffset: start, pointCount }) as LasHeader;

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );
}

describe('chunk table', () => {
  it('comes back with places and counts where chunks differ in size', async () => {
    const sizes = Array.from({ length: 700 }, (_, i) => 1 + ((i * 7919) % 90_000));
    const counts = sizes.map((size, i) => 1 + ((size * 31 + i) % 65_536));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const file = createFile(sizes, counts, true);
    const vlr = createLazVlr(6, 0, variableChunkSize);
    const chunks = await readChunkTable(memorySource('a', file), headerOf(total), vlr);
    expect(chunks.map((chunk) => chunk.byteLength)).toEqual(sizes);
    expect(chunks.map((chunk) => chunk.pointCount)).toEqual(counts);
    expect(chunks[1]).toMatchObject({ offset: start + 8 + sizes[0]!, firstPoint: counts[0] });
  });

  it('comes back where all chunks but the last have one size, read from the file end too', async () => {
    const file = createFile([5000, 6000, 70], [100, 100, 40], false);
    const vlr = createLazVlr(6, 0, 100);
    const chunks = await readChunkTable(memorySource('a', file), headerOf(240), vlr);
    expect(chunks.map((chunk) => chunk.pointCount)).toEqual([100, 100, 40]);

    const streamed = new Uint8Array(file.byteLength + 8);
    streamed.set(file);
    const view = new DataView(streamed.buffer);
    view.setBigInt64(file.byteLength, view.getBigInt64(start, true), true);
    view.setBigInt64(start, -1n, true);
    expect(await readChunkTable(memorySource('b', streamed), headerOf(240), vlr)).toEqual(chunks);
  });

  it('is refused where it does not fit file or header', async () => {
    const file = createFile([5000, 6000, 70], [100, 100, 40], false);
    const vlr = createLazVlr(6, 0, 100);
    const read = (bytes: Uint8Array, count: number) =>
      codeOf(readChunkTable(memorySource('a', bytes), headerOf(count), vlr));
    expect(await read(file, 240)).toBe('none');
    expect(await read(file, 241)).toBe('none');
    expect(await read(file, 180)).toBe('laz.chunk-table');
    expect(await read(file, 500)).toBe('laz.chunk-table');
    expect(await read(file.slice(0, 2000), 240)).toBe('laz.chunk-table');
    expect(await read(file.slice(0, start + 4), 240)).toBe('laz.chunk-table');
    const lying = file.slice();
    new DataView(lying.buffer).setUint32(start + 8 + 11_070 + 4, 0xffff_ffff, true);
    expect(await read(lying, 240)).toBe('laz.chunk-table');
    const elsewhere = file.slice();
    new DataView(elsewhere.buffer).setBigInt64(start, 3n, true);
    expect(await read(elsewhere, 240)).toBe('laz.chunk-table');
  });

  it('of more chunks than there are bytes of them is refused before any is decoded', async () => {
    const counts = Array.from({ length: 100_000 }, () => 1);
    const table = encodeChunkTable(
      counts.map(() => ({ byteLength: 0, pointCount: 1 })),
      true,
    );
    const file = new Uint8Array(start + 8 + 10 + table.byteLength);
    new DataView(file.buffer).setBigInt64(start, BigInt(start + 18), true);
    file.set(table, start + 18);
    const read = readChunkTable(
      memorySource('a', file),
      headerOf(100_000),
      createLazVlr(6, 0, variableChunkSize),
    );
    await expect(read).rejects.toMatchObject({
      code: 'laz.chunk-table',
      params: { reason: 'more-chunks-than-bytes', chunks: 100_000, bytes: 10 },
    });
  });

  it('random damage ends in a table or a typed error', async () => {
    const counts = Array.from({ length: 50 }, (_, i) => 1000 + i);
    const file = createFile(counts, counts, true);
    const tableAt = file.byteLength - 60;
    const total = counts.reduce((sum, count) => sum + count, 0);
    for (let round = 0; round < 200; round++) {
      const damaged = file.slice();
      damaged[tableAt + ((round * 13) % 60)] = (round * 89) % 256;
      const vlr = createLazVlr(6, 0, variableChunkSize);
      const code = await codeOf(readChunkTable(memorySource('a', damaged), headerOf(total), vlr));
      expect(['none', 'laz.chunk-table']).toContain(code);
    }
  });
});
