import { AppError, type ErrorParams } from '#domain/errors/app-error.ts';
import type { TiffDirectory } from './directory.ts';
import { type SampleType, sampleTypeFor } from './sample-types.ts';
import type { TiffFile } from './structure.ts';
import { compressionName, tiffCompression, tiffTag } from './tags.ts';

/** Photometric interpretations (tag 262) that matter to a reader. */
export const photometric = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  mask: 4,
  cmyk: 5,
  yCbCr: 6,
  cieLab: 8,
  logLuminance: 32844,
} as const;

/**
 * What happens to colours on the way: `grouped` differences become RGB, `cmyk` (CMYK) and `lab` (CIE L*a*b*)
 * RGBA, as GDAL gives them.
 */
export type ColourConversion = 'none' | 'grouped' | 'cmyk' | 'lab';

/** Picture size, sample coding and block structure of one directory. */
export interface ImageLayout {
  readonly width: number;
  readonly height: number;
  /** Samples a pixel (bands). */
  readonly samples: number;
  /** Bands that a reader gives: the samples, or those of the colours that they become. */
  readonly bands: number;
  readonly conversion: ColourConversion;
  /** Stored bits a sample, the same for every band. */
  readonly bits: number;
  /** Type in memory, bits widened to the next array type. */
  readonly sampleType: SampleType;
  /** Tag 259; `compressionName` says what it is. */
  readonly compression: number;
  /** 1 none, 2 horizontal differences, 3 floating point. */
  readonly predictor: number;
  readonly photometric: number;
  /** True where each band has blocks of its own. */
  readonly separate: boolean;
  readonly tiled: boolean;
  readonly blockWidth: number;
  /** Rows of a full block; strips of one uncompressed strip are cut so that parts can be read. */
  readonly blockHeight: number;
  /** Blocks across. */
  readonly columns: number;
  /** Blocks down. */
  readonly rows: number;
  /** True where the file has one strip whose blocks are computed rather than listed. */
  readonly chopped: boolean;
  readonly fillOrder: number;
  readonly extraSamples: readonly number[];
}

const maxInt = 2 ** 31 - 1;
/** A single uncompressed strip is read in pieces of about this many bytes. */
const chopBytes = 1 << 20;

/**
 * Reads and checks a directory's description of its image. Sizes, block counts and sample widths beyond the supported
 * range are errors before anything is allocated. Errors: tiff.missing-tag, tiff.bad-size, tiff.unsupported-sample,
 * tiff.unsupported-compression.
 */
export function readLayout(file: TiffFile, directory: TiffDirectory): ImageLayout {
  const name = file.source.name;
  const width = required(name, directory, tiffTag.imageWidth);
  const height = required(name, directory, tiffTag.imageLength);
  const samples = directory.number(tiffTag.samplesPerPixel, 1);
  const compression = directory.number(tiffTag.compression, 1);
  if (compressionName(compression) === undefined) {
    throw new AppError('tiff.unsupported-compression', {
      file: name,
      compression,
      reason: 'no-such-scheme-is-known',
    });
  }
  const { bits, sampleType } = readSampleType(name, directory, samples);
  const separate = directory.number(tiffTag.planarConfiguration, 1) === 2 && samples > 1;
  const photometricValue = directory.number(tiffTag.photometric, defaultPhotometric(samples));
  if (photometricValue === photometric.yCbCr && bits !== 8 && compression !== tiffCompression.jpeg) {
    throw unsupportedSample(name, bits, 'YCbCr', 'subsampled-colour-wider-than-8-bits');
  }
  const conversion = conversionOf({ photometric: photometricValue, bits, samples, separate, compression });
  const blocks = readBlocks(name, directory, {
    width,
    height,
    rowBits: bits * (separate ? 1 : samples),
    planes: separate ? samples : 1,
    compression,
  });
  return {
    width,
    height,
    samples,
    bands: conversion === 'lab' ? 4 : samples,
    conversion,
    bits,
    sampleType,
    compression,
    predictor: directory.number(tiffTag.predictor, 1),
    photometric: photometricValue,
    separate,
    fillOrder: directory.number(tiffTag.fillOrder, 1),
    extraSamples: directory.numbers(tiffTag.extraSamples) ?? [],
    ...blocks,
  };
}

interface ColourFacts {
  photometric: number;
  bits: number;
  samples: number;
  separate: boolean;
  compression: number;
}

function conversionOf(facts: ColourFacts): ColourConversion {
  if (facts.separate || facts.bits !== 8) return 'none';
  if (facts.photometric === photometric.yCbCr && facts.samples === 3) {
    return isImageCodec(facts.compression) ? 'none' : 'grouped';
  }
  if (facts.photometric === photometric.cmyk && facts.samples === 4) return 'cmyk';
  return facts.photometric === photometric.cieLab && facts.samples === 3 ? 'lab' : 'none';
}

/** Schemes that bring their own colour differences. */
function isImageCodec(compression: number): boolean {
  return compression === tiffCompression.jpeg || compression === tiffCompression.webp;
}

function defaultPhotometric(samples: number): number {
  return samples >= 3 ? photometric.rgb : photometric.blackIsZero;
}

function required(file: string, directory: TiffDirectory, tag: number): number {
  const value = directory.numbers(tag)?.[0];
  if (value === undefined) throw new AppError('tiff.missing-tag', { file, offset: directory.offset, tag });
  return value;
}

function unsupportedSample(
  file: string,
  bits: number,
  format: string | number,
  reason: string,
  values: ErrorParams = {},
): AppError {
  return new AppError('tiff.unsupported-sample', { ...values, file, bits, format, reason });
}

function readSampleType(file: string, directory: TiffDirectory, samples: number) {
  const allBits = directory.numbers(tiffTag.bitsPerSample) ?? [1];
  const allFormats = directory.numbers(tiffTag.sampleFormat) ?? [1];
  const bits = allBits[0] ?? 1;
  const format = allFormats[0] ?? 1;
  if (!(Number.isInteger(samples) && samples >= 1 && samples <= 65_535))
    throw unsupportedSample(file, bits, format, 'so-many-bands', { bands: samples });
  if (allBits.slice(0, samples).some((other) => other !== bits)) {
    throw unsupportedSample(file, bits, format, 'bands-of-different-widths');
  }
  const sampleType = sampleTypeFor(bits, format);
  if (!sampleType) throw unsupportedSample(file, bits, format, 'no-such-number-exists');
  return { bits, sampleType };
}

interface BlockFacts {
  width: number;
  height: number;
  rowBits: number;
  planes: number;
  compression: number;
}

function readBlocks(file: string, directory: TiffDirectory, facts: BlockFacts) {
  const { width, height, rowBits, planes, compression } = facts;
  const tiled = directory.entries.has(tiffTag.tileWidth);
  const blockWidth = tiled ? required(file, directory, tiffTag.tileWidth) : width;
  let blockHeight = tiled
    ? required(file, directory, tiffTag.tileLength)
    : Math.min(directory.number(tiffTag.rowsPerStrip, height) || height, height);
  const columns = Math.ceil(width / blockWidth);
  let rows = Math.ceil(height / blockHeight);
  const rowBytes = Math.ceil((blockWidth * rowBits) / 8);
  const chopped =
    !tiled && rows === 1 && compression === tiffCompression.none && rowBytes * height > 2 * chopBytes;
  if (chopped) {
    blockHeight = Math.max(1, Math.floor(chopBytes / rowBytes));
    rows = Math.ceil(height / blockHeight);
  }
  const sides = [width, height, blockWidth, blockHeight];
  const sane = sides.every((side) => Number.isInteger(side) && side >= 1 && side <= maxInt);
  if (!sane || columns * rows * planes > maxInt) {
    throw new AppError('tiff.bad-size', { file, width, height, blockWidth, blockHeight });
  }
  return { tiled, blockWidth, blockHeight, columns, rows, chopped };
}
