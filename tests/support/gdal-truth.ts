import { readFileSync } from 'node:fs';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import type { SampleArray, SampleType } from '#domain/formats/tiff/sample-types.ts';
import { hasSharedData, sharedData } from './shared-data.ts';

/** Output of GDAL 3.6.2 for one raster of the public test data. */
export interface GdalTruth {
  size: [number, number];
  gt: number[] | null;
  bands: GdalBandTruth[];
  /** Why GDAL could not open it. */
  fail?: string;
  /** GDAL's warnings while reading its pixels. */
  warn?: string;
}

export interface GdalBandTruth {
  type: string;
  noDataValue: number | string | null;
  checksum?: number | null;
  minimum?: number;
  maximum?: number;
  mean?: number;
  colorInterpretation: string;
}

/** All rasters of the public test data by path under `raster/`; empty where the data is absent. */
export function readGdalTruth(): [string, GdalTruth][] {
  if (!hasSharedData) return [];
  return Object.entries(JSON.parse(readFileSync(sharedData('raster/_gdal-truth.json'), 'utf8')));
}

/** A raster of the public test data in memory. */
export function rasterSource(file: string): ByteSource {
  return memorySource(file, readFileSync(sharedData(`raster/${file}`)));
}

/** GDAL's names of sample types. */
export const gdalTypeNames: Readonly<Record<SampleType, string>> = {
  uint8: 'Byte',
  int8: 'Byte',
  uint16: 'UInt16',
  int16: 'Int16',
  uint32: 'UInt32',
  int32: 'Int32',
  uint64: 'UInt64',
  int64: 'Int64',
  float32: 'Float32',
  float64: 'Float64',
  'complex-int16': 'CInt16',
  'complex-int32': 'CInt32',
  'complex-float32': 'CFloat32',
  'complex-float64': 'CFloat64',
};

const primes = [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43];
const intMin = -2147483648;
const intMax = 2147483647;

/** GDAL's checksum of a band (`GDALChecksumImage`): the values, clamped to 32 bits, modulo a cycle of primes. */
export function gdalChecksum(samples: SampleArray): number {
  const float = samples instanceof Float32Array || samples instanceof Float64Array;
  let sum = 0;
  for (let i = 0; i < samples.length; i++) {
    let value = Number(samples[i]);
    if (float) value = Number.isFinite(value) ? Math.max(-intMax, Math.floor(value + 0.5)) : intMin;
    value = Math.max(intMin, Math.min(intMax, value));
    sum = (sum + (value % primes[i % 11]!)) & 0xffff;
  }
  return sum;
}
