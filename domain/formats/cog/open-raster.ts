import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '../byte-source.ts';
import type { BlockPlace } from '../tiff/block-coding.ts';
import { decodeBlock } from '../tiff/decode-block.ts';
import type { TiffDirectory } from '../tiff/directory.ts';
import { describeTiff, type GeoTiffInfo, sameSize, sortDirectories } from '../tiff/info.ts';
import { createSamples, type RealSampleType, type SampleArray, sampleBytes } from '../tiff/sample-types.ts';
import { readTiff } from '../tiff/structure.ts';
import { tiffTag } from '../tiff/tags.ts';
import { createBlockCache } from './block-cache.ts';
import { type BlockDecoder, createImageReader, type ImageReader } from './image-reader.ts';
import { cogSoftware } from './spec.ts';

/** One resolution of a raster; level 0 is the full image, each further one smaller. */
export interface RasterLevel {
  readonly width: number;
  readonly height: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** Blocks across and down. */
  readonly columns: number;
  readonly rows: number;
  /**
   * Full-resolution pixels along the edges of a pixel. Other programs spread a level over the whole image (as GDAL's
   * `GDALRegenerateOverviews` does); our own halve exactly, so that the last pixel of an odd number covers less than
   * the others.
   */
  readonly scale: readonly [x: number, y: number];
}

/** Requested pixels, on one level. */
export interface PixelWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels read: one array a band, row-major, the caller's own. */
export interface RasterWindow {
  readonly width: number;
  readonly height: number;
  /** In the requested order. */
  readonly bands: readonly SampleArray[];
  /** 255 where the file's mask says valid, 0 where not; null where there is no mask. Nodata is not applied. */
  readonly mask: Uint8Array<ArrayBuffer> | null;
}

export interface WindowOptions {
  /** Band numbers from 0; all when left out. */
  bands?: readonly number[];
  signal?: AbortSignal;
}

/** An open raster. Everything is read on demand, block by block, through one cache of decoded blocks. */
export interface Raster {
  readonly info: GeoTiffInfo;
  /** Largest first. */
  readonly levels: readonly RasterLevel[];
  readonly sampleType: RealSampleType;
  /**
   * Reads a window of one level. Errors: cog.bad-window when it leaves the level or would take over 1 GiB,
   * and those of reading blocks (tiff.tile-missing, tiff.tile-damaged, tiff.unsupported-compression).
   */
  readWindow(level: number, window: PixelWindow, options?: WindowOptions): Promise<RasterWindow>;
  /** The window that block (`column`, `row`) of a level covers, clipped to the image. */
  blockWindow(level: number, column: number, row: number): PixelWindow;
}

export interface OpenRasterOptions {
  /** Who decodes blocks; this thread when left out. */
  decode?: BlockDecoder;
  /** Gives complex numbers as pairs, real part first, in arrays twice as long; refused when left out. */
  complex?: 'pairs';
  /** Bytes of decoded blocks kept. Default 64 MiB. Windows of more than half of it are read past what is kept. */
  cacheBytes?: number;
  /** Bytes that a block may expand to. */
  blockByteLimit?: number;
  signal?: AbortSignal;
}

const maxWindowBytes = 2 ** 30;

interface LevelReaders {
  image: ImageReader;
  mask: ImageReader | null;
}

/**
 * Opens a (cloud-optimised) GeoTIFF for reading by windows: header and directories now, blocks on demand. Errors:
 * those of `readTiff`, `readLayout`, and tiff.unsupported-sample for complex numbers that were not requested.
 */
export async function openRaster(source: ByteSource, options: OpenRasterOptions = {}): Promise<Raster> {
  const file = await readTiff(source, options.signal);
  const info = describeTiff(file);
  const cache = createBlockCache(options.cacheBytes ?? 64 * 2 ** 20);
  const decode = options.decode ?? decodeBlock;
  const { blockByteLimit } = options;
  const { main, overviews, masks } = sortDirectories(file);
  const usable = overviews.filter((directory) => isUsableOverview(directory, main));
  const readers: LevelReaders[] = [main, ...usable].map((directory) => {
    const mask = masks.find((candidate) => sameSize(candidate, directory));
    return {
      image: createImageReader(file, directory, info.nodata ?? 0, cache, decode, blockByteLimit),
      mask: mask ? createImageReader(file, mask, 0, cache, decode, blockByteLimit) : null,
    };
  });
  if (options.complex !== 'pairs') refuseComplex(info);
  const isHalved = main.text(tiffTag.software) === cogSoftware;
  const levels = readers.map(({ image }, index) =>
    levelOf(image, readers[0]!.image, isHalved ? index : null),
  );

  function readerOf(level: number): LevelReaders {
    const found = readers[level];
    if (!found) throw badWindow(info.name, level, { x: 0, y: 0, width: 0, height: 0 });
    return found;
  }

  return {
    info,
    levels,
    sampleType: readers[0]!.image.sampleType,
    async readWindow(level, window, { bands, signal } = {}) {
      const { image, mask } = readerOf(level);
      const wanted = bands ?? info.bands.map((_, band) => band);
      checkWindow(info.name, level, image, window, wanted);
      const isSweep = windowBytes(image, window, wanted) > cache.maxBytes / 2;
      const arrays = await readBands(image, window, wanted, isSweep, signal);
      const maskArray = mask ? toMask((await readBands(mask, window, [0], isSweep, signal))[0]!) : null;
      return { width: window.width, height: window.height, bands: arrays, mask: maskArray };
    },
    blockWindow(level, column, row) {
      const { width, height, blockWidth, blockHeight } = readerOf(level).image.layout;
      const x = column * blockWidth;
      const y = row * blockHeight;
      return { x, y, width: Math.min(blockWidth, width - x), height: Math.min(blockHeight, height - y) };
    },
  };
}

function refuseComplex({ name, bands }: GeoTiffInfo): void {
  const { bits, type } = bands[0]!;
  if (!type.startsWith('complex-')) return;
  throw new AppError('tiff.unsupported-sample', {
    file: name,
    bits,
    format: type,
    reason: 'complex-numbers',
  });
}

function isUsableOverview(overview: TiffDirectory, main: TiffDirectory): boolean {
  const tags = [258, 277, 339];
  return tags.every((tag) => String(overview.numbers(tag)) === String(main.numbers(tag)));
}

/** @param halvings how often the image was halved exactly; null where the level is spread over it */
function levelOf({ layout }: ImageReader, whole: ImageReader, halvings: number | null): RasterLevel {
  const { width, height, blockWidth, blockHeight, columns, rows } = layout;
  const scale: RasterLevel['scale'] =
    halvings === null
      ? [whole.layout.width / width, whole.layout.height / height]
      : [2 ** halvings, 2 ** halvings];
  return { width, height, blockWidth, blockHeight, columns, rows, scale };
}

function badWindow(file: string, level: number, window: PixelWindow): AppError {
  const { x, y, width, height } = window;
  return new AppError('cog.bad-window', { file, level, x, y, width, height });
}

function checkWindow(
  file: string,
  level: number,
  image: ImageReader,
  window: PixelWindow,
  bands: readonly number[],
): void {
  const { x, y, width, height } = window;
  const { layout } = image;
  const inside = x >= 0 && y >= 0 && x + width <= layout.width && y + height <= layout.height;
  const whole = [x, y, width, height].every(Number.isInteger) && width >= 1 && height >= 1;
  const known = bands.every((band) => band >= 0 && band < layout.bands);
  const isTooLarge = windowBytes(image, window, bands) > maxWindowBytes;
  if (!inside || !whole || !known || isTooLarge) throw badWindow(file, level, window);
}

function windowBytes(image: ImageReader, { width, height }: PixelWindow, bands: readonly number[]): number {
  return width * height * image.components * Math.max(1, bands.length) * sampleBytes(image.sampleType);
}

/** All blocks under a window, copied into one array a band. */
async function readBands(
  image: ImageReader,
  window: PixelWindow,
  bands: readonly number[],
  isSweep: boolean,
  signal?: AbortSignal,
): Promise<SampleArray[]> {
  const { layout, sampleType } = image;
  const targets = bands.map(() => createSamples(sampleType, window.width * window.height * image.components));
  const isPlaced = isSweep && image.components === 1 && new Set(bands).size === bands.length;
  const work: Promise<void>[] = [];
  const lastColumn = Math.floor((window.x + window.width - 1) / layout.blockWidth);
  const lastRow = Math.floor((window.y + window.height - 1) / layout.blockHeight);
  const planes = layout.separate ? [...new Set(bands)] : [0];

  async function readInto(column: number, row: number, plane: number): Promise<void> {
    const place = isPlaced ? placeOf(image, window, bands, targets, column, row, plane) : null;
    const block = place
      ? await image.placeBlock(column, row, plane, place, signal)
      : await image.readBlock(column, row, plane, signal);
    if (!block) return;
    bands.forEach((band, i) => {
      if (layout.separate && band !== plane) return;
      const first = layout.separate ? 0 : band * image.components;
      copyPlane(block, first, targets[i]!, image, window, column, row);
    });
  }

  for (let row = Math.floor(window.y / layout.blockHeight); row <= lastRow; row++) {
    for (let column = Math.floor(window.x / layout.blockWidth); column <= lastColumn; column++) {
      for (const plane of planes) work.push(readInto(column, row, plane));
      if (work.length >= 64) await Promise.all(work.splice(0));
    }
  }
  await Promise.all(work);
  return targets;
}

/** The part of a block inside a window, in pixels of the image. */
function partOf(image: ImageReader, window: PixelWindow, column: number, row: number) {
  const { blockWidth, blockHeight } = image.layout;
  const left = Math.max(window.x, column * blockWidth);
  const top = Math.max(window.y, row * blockHeight);
  const right = Math.min(window.x + window.width, (column + 1) * blockWidth);
  const bottom = Math.min(window.y + window.height, row * blockHeight + image.blockRows(row));
  return { left, top, width: right - left, height: bottom - top };
}

/** Where a decoder may put the planes of a block. */
function placeOf(
  image: ImageReader,
  window: PixelWindow,
  bands: readonly number[],
  targets: readonly SampleArray[],
  column: number,
  row: number,
  plane: number,
): BlockPlace {
  const { separate, blockWidth, blockHeight } = image.layout;
  const size = sampleBytes(image.sampleType);
  const { left, top, width, height } = partOf(image, window, column, row);
  const bytes = targets.map((target) => new Uint8Array(target.buffer));
  const targetOf = (band: number) => bytes[bands.indexOf(band)] ?? null;
  return {
    targets: separate
      ? [targetOf(plane)]
      : Array.from({ length: image.blockBands }, (_, band) => targetOf(band)),
    offset: ((top - window.y) * window.width + left - window.x) * size,
    stride: window.width * size,
    left: (left - column * blockWidth) * size,
    top: top - row * blockHeight,
    rowBytes: width * size,
    rows: height,
  };
}

/** Copies the window's part of a plane of a block, or of two planes that are the parts of complex numbers. */
function copyPlane(
  block: SampleArray,
  plane: number,
  target: SampleArray,
  image: ImageReader,
  window: PixelWindow,
  column: number,
  row: number,
): void {
  const { blockWidth, blockHeight } = image.layout;
  const rows = image.blockRows(row);
  const { left, top, width: count, height } = partOf(image, window, column, row);
  // Both arrays have the reader's sample type; numbers and bigints copy alike.
  const [source, to] = [block as Float64Array, target as Float64Array];
  for (let y = top; y < top + height; y++) {
    const from = (plane * rows + y - row * blockHeight) * blockWidth + left - column * blockWidth;
    const at = (y - window.y) * window.width + left - window.x;
    if (image.components === 1) to.set(source.subarray(from, from + count), at);
    else {
      const imaginary = from + rows * blockWidth;
      for (let i = 0; i < count; i++) {
        to[2 * (at + i)] = source[from + i]!;
        to[2 * (at + i) + 1] = source[imaginary + i]!;
      }
    }
  }
}

function toMask(samples: SampleArray): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples as Uint8Array, (value) => (value === 0 ? 0 : 255));
}
