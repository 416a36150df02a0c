import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { type StripPlaces, writeStripHeader } from '#domain/formats/cog/header-writer.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import { addBands, type BandSums, noPixels, sumBand } from '#domain/formats/cog/pixel-sums.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { publish } from './proof/publish.ts';

const compress = promisify(deflate);

/** Approximate bytes of pixels in a strip: small enough for old readers, large enough to compress. */
const stripBytes = 2 ** 18;
/** Rows read at once: those of a row of tiles. */
const bandRows = 512;
/** A file that may exceed this size needs the 64-bit offsets of BigTIFF. */
const classicMax = 2 ** 32 - 2 ** 20;

/** The image as written: 8-bit colours, with opacity where the source defines missing pixels. */
async function specOf({ info, sampleType }: Raster): Promise<CogSpec> {
  const { width, height, geotransform } = info;
  const kinds = info.bands.map(({ colour }) => colour).join(' ');
  const hasOpacity = kinds === 'red green blue alpha';
  if (!hasOpacity && kinds !== 'red green blue') {
    throw new AppError('cog.bad-spec', { reason: 'its-bands-are', kinds });
  }
  if (sampleType !== 'uint8') throw new AppError('cog.bad-spec', { reason: 'its-values-are', sampleType });
  if (!geotransform) throw new AppError('cog.bad-spec', { reason: 'no-georeference' });
  const { definition } = await readCrs(info.crsDeclarations);
  const isOpen = hasOpacity || info.mask;
  return {
    width,
    height,
    bands: isOpen ? 4 : 3,
    sampleType,
    colour: isOpen ? 'rgba' : 'rgb',
    geotransform,
    geoKeys: definition ? geoKeysFor(definition, { rasterType: 1 }) : null,
    nodata: isOpen || info.nodata === null ? null : Number(info.nodata),
  };
}

/** Rows `y` to `y + rows` pixel by pixel, each value minus its left neighbour's (TIFF 6.0, section 14). */
async function readRows(raster: Raster, spec: CogSpec, y: number, rows: number, signal?: AbortSignal) {
  const { width, bands } = spec;
  const window = { x: 0, y, width, height: rows };
  const read = await raster.readWindow(0, window, signal ? { signal } : {});
  const planes = read.bands.length < bands && read.mask ? [...read.bands, read.mask] : read.bands;
  const bytes = new Uint8Array(width * rows * bands);
  planes.forEach((plane, band) => {
    for (let row = 0; row < rows; row++) {
      let left = 0;
      for (let column = 0; column < width; column++) {
        const at = row * width + column;
        const value = Number(plane[at]);
        bytes[at * bands + band] = value - left;
        left = value;
      }
    }
  });
  const sums = planes.map((plane) => sumBand(plane, { first: 0, stride: 1 }, window, spec.nodata, null));
  return { bytes, sums };
}

/**
 * Writes a colour image as a GeoTIFF in strips, without overviews or tiles: the same pixels, georeference and system,
 * for programs that read no others. Memory: 512 rows. The file appears when it is complete and was read back. Errors:
 * those of `openRaster`; `cog.bad-spec` for anything but 8-bit colours with a georeference.
 */
export async function writePlainTiff(
  source: ByteSource,
  path: string,
  signal?: AbortSignal,
): Promise<FileProof> {
  const raster = await openRaster(source, signal ? { signal } : {});
  const spec = await specOf(raster);
  const { width, height, bands } = spec;
  const rowsPerStrip = Math.max(1, Math.min(bandRows, Math.floor(stripBytes / (width * bands))));
  const perBand = Math.floor(bandRows / rowsPerStrip);
  const count = Math.ceil(height / rowsPerStrip);
  const strips: StripPlaces = {
    rowsPerStrip,
    offsets: new Float64Array(count),
    lengths: new Float64Array(count),
  };
  const bigTiff = width * height * bands * 1.01 > classicMax;
  let sums: BandSums[] = Array.from({ length: bands }, () => noPixels);
  const file = await createOutputFile(path);
  try {
    await file.append(writeStripHeader(spec, strips, bigTiff));
    for (let first = 0; first < count; first += perBand) {
      signal?.throwIfAborted();
      const y = first * rowsPerStrip;
      const read = await readRows(raster, spec, y, Math.min(perBand * rowsPerStrip, height - y), signal);
      sums = sums.map((sum, band) => addBands(sum, read.sums[band]!));
      const size = rowsPerStrip * width * bands;
      const packed = await Promise.all(
        Array.from({ length: Math.min(perBand, count - first) }, (_, index) =>
          compress(read.bytes.subarray(index * size, (index + 1) * size)),
        ),
      );
      for (const [index, bytes] of packed.entries()) {
        strips.offsets[first + index] = file.length;
        strips.lengths[first + index] = bytes.length;
        await file.append(ownBytes(bytes));
      }
    }
    await file.writeAt(0, writeStripHeader(spec, strips, bigTiff));
    const written = { levels: [{ width, height, bands: sums, tiles: null }] };
    return await publish(file, { kind: 'raster', ...written }, { signal });
  } finally {
    await file.discard();
  }
}
