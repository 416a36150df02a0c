import { readFileSync } from 'node:fs';
import { createBlockDecoder } from '#domain/formats/cog/block-decoder.ts';
import { type OpenRasterOptions, openRaster } from '#domain/formats/cog/open-raster.ts';
import { parseGdalMetadata, parsePointSpacing } from '#domain/formats/tiff/gdal-metadata.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';
import { decodeWebp } from '#workers/io/decode-webp.ts';
import { writeCog } from '../cog-file.ts';
import { guardedSource } from '../guarded-source.ts';
import { loadKernel } from '../kernels.ts';
import { oldSchemes } from '../tiff/old-schemes.ts';
import { type HostileParser, textParser } from './parser.ts';

/** Rasters of 24 by 20 pixels that GDAL wrote, base64, by scheme. */
const codecsFile = new URL('../tiff/codecs.json', import.meta.url);

async function ownFiles(): Promise<Uint8Array[]> {
  const common = {
    geotransform: [500_000, 0.5, 0, 4_200_000, 0, -0.5],
    geoKeys: null,
    nodata: -9999,
    tileSize: 16,
  } as const;
  const heights = await writeCog(
    { ...common, width: 40, height: 33, bands: 1, sampleType: 'float32', colour: 'gray' },
    { samples: Float32Array.from({ length: 40 * 33 }, (_, i) => 100 + Math.sqrt(i)) },
  );
  const picture = await writeCog(
    { ...common, nodata: null, width: 20, height: 20, bands: 3, sampleType: 'uint8', colour: 'rgb' },
    { samples: Uint8Array.from({ length: 1200 }, (_, i) => (i * 7) % 256) },
  );
  return [heights.bytes, picture.bytes];
}

/** Pixels on each side and bands of a window: larger requests are served up to the reader's own limit of 1 GiB. */
const windowSide = 64;
const maxBands = 4;
/**
 * Maximum decompressed bytes of a block: the reader's own limit would permit a few bytes to allocate 256 MiB, several
 * times.
 */
const blockByteLimit = 4 * 2 ** 20;

async function readCorner(bytes: Uint8Array<ArrayBuffer>, options: OpenRasterOptions): Promise<unknown> {
  const raster = await openRaster(guardedSource('a.tif', bytes), { ...options, blockByteLimit });
  for (const [level, { width, height }] of raster.levels.entries()) {
    const window = {
      x: 0,
      y: 0,
      width: Math.min(width, windowSide),
      height: Math.min(height, windowSide),
    };
    const bands = raster.info.bands.slice(0, maxBands).map((_, band) => band);
    await raster.readWindow(level, window, { bands });
  }
  return raster.info;
}

/** Rasters of every scheme that is read, by the kernel and the codecs of this host, and without them. */
export async function rasterParsers(): Promise<HostileParser[]> {
  const decode = createBlockDecoder(createRasterKernel(loadKernel('raster')), { decodeWebp });
  const made: Record<string, string> = JSON.parse(readFileSync(codecsFile, 'utf8'));
  const codecs = Object.entries(made).map(
    ([name, base64]) => [name, new Uint8Array(Buffer.from(base64, 'base64'))] as const,
  );
  return [
    { name: 'TIFF', inputs: await ownFiles(), parse: (bytes) => readCorner(bytes, {}) },
    {
      name: 'TIFF by kernel',
      inputs: [...(await ownFiles()), ...codecs.map(([, bytes]) => bytes)],
      parse: (bytes) => readCorner(bytes, { decode, complex: 'pairs' }),
    },
    ...[...codecs, ...oldSchemes()].map(
      ([name, bytes]): HostileParser => ({
        name: `TIFF of ${name}`,
        inputs: [bytes],
        parse: (changed) => readCorner(changed, name === 'WEBP' ? { decode } : {}),
      }),
    ),
    textParser(
      'GDAL metadata',
      [
        '<GDALMetadata><Item name="POINT_SPACING">0.5</Item><Item name="a" sample="0" role="scale">2</Item></GDALMetadata>',
      ],
      (text) => [parseGdalMetadata(text), parsePointSpacing(text)],
    ),
  ];
}
