import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { memorySource } from '#domain/formats/byte-source.ts';
import { createBlockDecoder } from '#domain/formats/cog/block-decoder.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';
import type { BenchCase } from '../case.ts';
import { makeImage } from '../data/orthophoto.ts';

/** The image as a tiled TIFF written by GDAL. */
function makeFile(side: number, compression: string): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  try {
    const [source, target] = [join(folder, 'picture.ppm'), join(folder, 'picture.tif')];
    writeFileSync(source, Buffer.concat([Buffer.from(`P6 ${side} ${side} 255\n`), makeImage(side)]));
    const options = ['TILED=YES', 'BLOCKXSIZE=512', 'BLOCKYSIZE=512', `COMPRESS=${compression}`];
    const args = ['-q', ...options.flatMap((option) => ['-co', option]), source, target];
    const { status, stderr } = spawnSync('gdal_translate', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`gdal_translate (Debian's gdal-bin) makes the file: ${stderr}`);
    return new Uint8Array(readFileSync(target));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tiffCase(name: string, compression: string): BenchCase {
  return {
    name,
    group: 'tiff',
    workload: `4096² RGB (--full: 8192²), ${compression} in tiles of 512², to an array a band, one thread both`,
    goal: 8,
    prepare({ quick, full, kernel }) {
      const side = quick ? 1024 : full ? 8192 : 4096;
      const bytes = makeFile(side, compression);
      const blocks = createRasterKernel(kernel('raster'));
      const source = memorySource('bench', bytes);
      const window = { x: 0, y: 0, width: side, height: side };
      return {
        ours: async () => {
          return (await openRaster(source, { decode: createBlockDecoder(blocks) })).readWindow(0, window);
        },
        peer: {
          name: 'geotiff.js',
          run: async () => (await (await fromArrayBuffer(bytes.buffer)).getImage()).readRasters(),
        },
      };
    },
  };
}

/** Whole images read by windows of blocks, against geotiff.js. */
export const tiffCases: readonly BenchCase[] = [
  tiffCase('tiff-deflate', 'DEFLATE'),
  tiffCase('tiff-lzw', 'LZW'),
];
