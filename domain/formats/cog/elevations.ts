import type { PixelWindow, Raster } from './open-raster.ts';

/**
 * One band of a window as real values: scale and offset of the band applied, NaN where the pixel equals the
 * band's nodata value or the mask says invalid. Float32Array, row-major, the caller's own.
 * Errors: those of `Raster.readWindow`.
 */
export async function readElevations(
  raster: Raster,
  level: number,
  window: PixelWindow,
  options: { band?: number; signal?: AbortSignal } = {},
): Promise<Float32Array<ArrayBuffer>> {
  const band = options.band ?? 0;
  const { signal } = options;
  const read = await raster.readWindow(level, window, { bands: [band], ...(signal ? { signal } : {}) });
  const { nodata: declared, scale, offset } = raster.info.bands[band]!;
  const single = raster.sampleType === 'float32' && typeof declared === 'number';
  const nodata = single ? Math.fround(declared) : declared;
  const samples = read.bands[0]!;
  const values = new Float32Array(samples.length);
  for (let i = 0; i < values.length; i++) {
    const sample = samples[i]!;
    const missing = sample === nodata || (read.mask !== null && read.mask[i] === 0);
    values[i] = missing ? Number.NaN : Number(sample) * scale + offset;
  }
  return values;
}
