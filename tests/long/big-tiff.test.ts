import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { unzlibSync, zlibSync } from 'fflate';
import { expect, it } from 'vitest';
import { createCogWriter } from '#domain/formats/cog/cog-writer.ts';
import { encodeTile } from '#domain/formats/cog/encode-tile.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { describeWithGdal, gdal, gdalInfo, scratchFolder } from '../support/gdal-tools.ts';
import { gdalChecksum } from '../support/gdal-truth.ts';

const folder = scratchFolder();
const tileSize = 2048;
const spec: CogSpec = {
  width: 10 * tileSize,
  height: 9 * tileSize + 100,
  bands: 1,
  sampleType: 'float64',
  colour: 'gray',
  geotransform: [500_000, 0.5, 0, 4_200_000, 0, -0.5],
  geoKeys: null,
  nodata: null,
  tileSize,
};

const page = 4096;
const zeros = Buffer.alloc(page);

/** Writes where there is something; zeros stay holes, which take no room on disk. */
async function writeSparse(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += page) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(page, bytes.length - at));
    const isHole = at + piece.length < bytes.length && piece.equals(zeros);
    if (!isHole) await file.write(piece, 0, piece.length, offset + at);
  }
}

/** Tiles whose DEFLATE streams keep their bytes as they are, so that a file of little content is large. */
const encodeStored: typeof encodeTile = (coding, tile) => {
  const encoded = encodeTile(coding, tile);
  const bytes = zlibSync(unzlibSync(encoded.bytes), { level: 0 }) as Uint8Array<ArrayBuffer>;
  return { ...encoded, bytes };
};

function slope(width: number, height: number, base: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(
    { length: width * height },
    (_, i) => base + (i % width) / 8 + Math.floor(i / width),
  );
}

describeWithGdal('a COG above 4 GiB', () => {
  it('is a BigTIFF that GDAL and our reader read from its first tile to its last', async () => {
    const path = join(folder, 'big.tif');
    const [target, scratch] = [await open(path, 'w'), await open(join(folder, 'tiles'), 'w+')];
    const writer = createCogWriter(
      spec,
      { write: (offset, bytes) => writeSparse(target, offset, bytes) },
      {
        encode: encodeStored,
        scratch: {
          write: (offset, bytes) => writeSparse(scratch, offset, bytes),
          read: async (offset, length) => {
            const bytes = new Uint8Array(length);
            await scratch.read(bytes, 0, length, offset);
            return bytes;
          },
        },
      },
    );
    const { columns, rows } = writer.levels[0]!;
    const places = [
      [0, 0],
      [columns - 1, rows - 1],
    ] as const;
    for (const [index, [column, row]] of places.entries()) {
      const { width, height } = writer.tileWindow(column, row);
      await writer.writeTile(column, row, { width, height, samples: slope(width, height, 1000 * index) });
    }
    const summary = await writer.finish();
    await Promise.all([target.close(), scratch.close()]);
    expect(summary.bigTiff).toBe(true);
    expect(summary.bytes).toBeGreaterThan(2 ** 32);

    const info = gdalInfo(path);
    expect(info.size).toEqual([spec.width, spec.height]);
    expect(info.geoTransform).toEqual(spec.geotransform);
    expect(info.metadata['IMAGE_STRUCTURE']).toMatchObject({ LAYOUT: 'COG', COMPRESSION: 'DEFLATE' });
    expect(info.bands[0]?.overviews?.map(({ size }) => size[0])).toEqual([10_240, 5120, 2560, 1280]);

    const source = await openFileSource(path);
    const raster = await openRaster(source);
    for (const [index, [column, row]] of places.entries()) {
      const window = writer.tileWindow(column, row);
      const read = (await raster.readWindow(0, window)).bands[0]!;
      expect(read).toEqual(slope(window.width, window.height, 1000 * index));
      const cut = join(folder, 'cut.tif');
      const srcwin = [window.x, window.y, window.width, window.height].map(String);
      gdal('gdal_translate', '-q', '-srcwin', ...srcwin, path, cut);
      expect(gdalInfo(cut, '-checksum').bands[0]?.checksum).toBe(gdalChecksum(read));
    }
    await source.close();
    console.log(`${(summary.bytes / 2 ** 30).toFixed(2)} GiB written, ${columns} by ${rows} tiles`);
  }, 1_200_000);
});
