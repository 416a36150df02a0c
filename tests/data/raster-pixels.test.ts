import { expect, it } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { createBlockDecoder } from '#domain/formats/cog/block-decoder.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { createRasterKernel } from '#wasm/bindings/raster.ts';
import { decodeWebp } from '#workers/io/decode-webp.ts';
import { type GdalTruth, gdalChecksum, rasterSource, readGdalTruth } from '../support/gdal-truth.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared } from '../support/shared-data.ts';

const decode = createBlockDecoder(createRasterKernel(loadKernel('raster')), { decodeWebp });

const maxSamples = 2e7;

function readable(): [string, GdalTruth][] {
  return readGdalTruth().filter(
    ([, { fail, warn, size, bands }]) => !fail && !warn && size[0] * size[1] * bands.length <= maxSamples,
  );
}

describeWithShared('pixels of the public test data', () => {
  it('are those that GDAL reads', async () => {
    const faults: string[] = [];
    let exact = 0;
    for (const [file, truth] of readable()) {
      try {
        // Nothing is kept, so that blocks are put straight into the window's arrays.
        const raster = await openRaster(rasterSource(file), { complex: 'pairs', decode, cacheBytes: 0 });
        const { width, height } = raster.info;
        const { bands } = await raster.readWindow(0, { x: 0, y: 0, width, height });
        truth.bands.forEach((band, i) => {
          if (typeof band.checksum !== 'number') return;
          if (gdalChecksum(bands[i]!) !== band.checksum) faults.push(`${file}: checksum of band ${i}`);
          else exact++;
        });
      } catch (error) {
        faults.push(`${file}: ${error}`);
      }
    }
    expect(faults).toEqual([]);
    expect(exact).toBeGreaterThan(400);
  });

  it('refuse complex numbers unless they are asked for', async () => {
    await expect(openRaster(rasterSource('gdal-gcore/cint16.tif'))).rejects.toMatchObject({
      code: 'tiff.unsupported-sample',
      params: { format: 'complex-int16' },
    });
  });

  it('of damaged files end in a typed error or a picture', async () => {
    const faults: string[] = [];
    for (const [file, { fail, warn, size }] of readGdalTruth()) {
      if (!fail && !warn) continue;
      try {
        const raster = await openRaster(rasterSource(file), { decode });
        const window = {
          x: 0,
          y: 0,
          width: Math.min(64, size?.[0] ?? 1),
          height: Math.min(64, size?.[1] ?? 1),
        };
        await raster.readWindow(0, window);
      } catch (error) {
        if (!(error instanceof AppError)) faults.push(`${file}: ${error}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('come from a window as from the whole picture', async () => {
    const raster = await openRaster(rasterSource('rasterio/cogeo.tif'), { cacheBytes: 0 });
    const { width, height } = raster.info;
    const whole = await raster.readWindow(0, { x: 0, y: 0, width, height }, { bands: [0] });
    const window = { x: Math.floor(width / 3), y: Math.floor(height / 4), width: 37, height: 29 };
    const part = await raster.readWindow(0, window, { bands: [0] });
    for (let y = 0; y < window.height; y++) {
      const start = (window.y + y) * width + window.x;
      expect(part.bands[0]!.slice(y * window.width, (y + 1) * window.width)).toEqual(
        whole.bands[0]!.slice(start, start + window.width),
      );
    }
  });

  it('refuse windows beyond the picture', async () => {
    const raster = await openRaster(rasterSource('rasterio/cogeo.tif'));
    const { width } = raster.info;
    await expect(raster.readWindow(0, { x: width - 1, y: 0, width: 2, height: 1 })).rejects.toMatchObject({
      code: 'cog.bad-window',
    });
    await expect(raster.readWindow(99, { x: 0, y: 0, width: 1, height: 1 })).rejects.toMatchObject({
      code: 'cog.bad-window',
    });
  });
});
