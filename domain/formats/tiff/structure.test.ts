import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { readGeoTiffInfo } from './info.ts';
import { readTiff } from './structure.ts';

type Entry = [tag: number, type: number, count: number, value: number];

/** A classic TIFF of directories without pixels; `next` gives where each directory points. */
function createTiff(
  directories: Entry[][],
  next: (index: number, places: number[]) => number,
  little = true,
) {
  const places: number[] = [];
  let at = 8;
  for (const entries of directories) {
    places.push(at);
    at += 6 + 12 * entries.length;
  }
  const bytes = new Uint8Array(at + 64);
  const view = new DataView(bytes.buffer);
  bytes.set(little ? [0x49, 0x49] : [0x4d, 0x4d]);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  directories.forEach((entries, index) => {
    const start = places[index]!;
    view.setUint16(start, entries.length, little);
    entries.forEach(([tag, type, count, value], i) => {
      const entry = start + 2 + 12 * i;
      view.setUint16(entry, tag, little);
      view.setUint16(entry + 2, type, little);
      view.setUint32(entry + 4, count, little);
      if (type === 3 && count === 1) view.setUint16(entry + 8, value, little);
      else view.setUint32(entry + 8, value, little);
    });
    view.setUint32(start + 2 + 12 * entries.length, next(index, places), little);
  });
  return memorySource('made.tif', bytes);
}

const picture: Entry[] = [
  [256, 3, 1, 20],
  [257, 3, 1, 10],
  [258, 3, 1, 8],
  [273, 4, 1, 8],
  [278, 3, 1, 10],
  [279, 4, 1, 200],
];

describe('TIFF structure', () => {
  it.each([true, false])('reads both byte orders (little-endian: %s)', async (little) => {
    const info = await readGeoTiffInfo(createTiff([picture], () => 0, little));
    expect(info).toMatchObject({ width: 20, height: 10, littleEndian: little, geotransform: null });
  });

  it('ends a ring of directories with a warning, once each was read', async () => {
    const file = await readTiff(createTiff([picture, picture], (i, places) => places[1 - i]!));
    expect(file.directories.length).toBe(2);
    expect(file.warnings).toMatchObject([{ code: 'tiff.directory-loop' }]);
  });

  it('names a directory beyond the end', async () => {
    const source = createTiff([picture], () => 0);
    const bytes = await source.read(0, source.size);
    new DataView(bytes.buffer).setUint32(4, 1_000_000, true);
    await expect(readTiff(memorySource('cut.tif', bytes))).rejects.toMatchObject({
      code: 'tiff.truncated',
      params: { file: 'cut.tif', offset: 1_000_000 },
    });
  });

  it('passes over values beyond the end', async () => {
    const file = await readTiff(createTiff([[...picture, [33550, 12, 3, 4_000_000_000]]], () => 0));
    expect(file.directories[0]!.numbers(33550)).toBeUndefined();
    expect(file.warnings).toMatchObject([{ code: 'tiff.directory-damaged' }]);
  });

  it('holds only so many bytes of values, however many directories point to the same ones', async () => {
    const described: Entry[] = [...picture, [42112, 2, 100, 8]];
    const source = createTiff(Array(5).fill(described), (i, places) => places[i + 1] ?? 0);
    expect((await readTiff(source)).directories).toHaveLength(5);
    const file = await readTiff(source, undefined, 350);
    expect(file.directories.length).toBeLessThan(5);
    expect(file.warnings).toMatchObject([{ code: 'tiff.directory-damaged' }]);
    await expect(readTiff(source, undefined, 50)).rejects.toMatchObject({ code: 'tiff.directory-damaged' });
  });

  it('refuses sizes before anything is allocated', async () => {
    const huge = picture.map(
      ([tag, type, count, value]): Entry =>
        tag === 256 ? [tag, 4, 1, 0xffff_fff0] : [tag, type, count, value],
    );
    await expect(readGeoTiffInfo(createTiff([huge], () => 0))).rejects.toMatchObject({
      code: 'tiff.bad-size',
    });
  });

  it('refuses what is no TIFF', async () => {
    const text = new TextEncoder().encode('LASF and more than sixteen bytes');
    await expect(readTiff(memorySource('a.las', text))).rejects.toMatchObject({ code: 'tiff.not-tiff' });
    await expect(readTiff(memorySource('empty', new Uint8Array(0)))).rejects.toMatchObject({
      code: 'tiff.not-tiff',
    });
  });

  it('names the missing size', async () => {
    const source = createTiff([picture.slice(1)], () => 0);
    await expect(readGeoTiffInfo(source)).rejects.toMatchObject({
      code: 'tiff.missing-tag',
      params: { tag: 256 },
    });
  });
});
