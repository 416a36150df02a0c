import { deflate } from '../deflate.ts';
import type { BlockKernel, HostCodecs } from '../tiff/block-coding.ts';
import { applyDifferences, applyFloatPredictor } from '../tiff/predictor.ts';
import { createSamples, isFloatType, sampleBytes } from '../tiff/sample-types.ts';
import { type HalvingRules, halveTile } from './halve.ts';
import { encodeJpegTile } from './jpeg-tile.ts';
import type { TilePixels } from './spec.ts';

/** All that encoding a tile needs, as plain data. */
export interface TileCoding extends HalvingRules {
  readonly tileSize: number;
  /** As in the spec. */
  readonly jpegQuality?: number;
}

/** An encoded tile and the same pixels at half resolution, for the overview above. */
export interface EncodedTile {
  /** DEFLATE (zlib) stream of the padded, differenced tile, or a JPEG. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** DEFLATE stream of its mask, one bit per pixel. */
  readonly maskBytes?: Uint8Array<ArrayBuffer>;
  readonly half: TilePixels;
}

/**
 * Encodes one tile for a COG: padded to the tile size with the missing value (0 where there is none),
 * floating point predictor for floats and differences for whole numbers, DEFLATE; or JPEG. The same pixels give the
 * same bytes, with a kernel or without; hosts with a compressor of their own give others. The input is left as it is.
 */
export function encodeTile(
  coding: TileCoding,
  tile: TilePixels,
  kernel?: BlockKernel,
  host: HostCodecs = {},
): EncodedTile {
  const { tileSize, bands, jpegQuality: quality } = coding;
  const bytes =
    quality === undefined
      ? deflate(predictedBytes(coding, tile, kernel), host)
      : encodeJpegTile({ tileSize, bands, quality }, tile);
  const half = halveTile(tile, coding);
  if (!tile.mask) return { bytes, half };
  return { bytes, maskBytes: deflate(packMask(tileSize, tile), host), half };
}

function predictedBytes(coding: TileCoding, tile: TilePixels, kernel?: BlockKernel): Uint8Array {
  const { tileSize, bands, sampleType, nodata } = coding;
  const padded = createSamples(sampleType, tileSize * tileSize * bands) as Float64Array<ArrayBuffer>;
  if (nodata !== null && nodata !== 0) padded.fill(nodata);
  const rowSamples = tile.width * bands;
  const samples = tile.samples as Float64Array;
  for (let row = 0; row < tile.height; row++) {
    padded.set(samples.subarray(row * rowSamples, (row + 1) * rowSamples), row * tileSize * bands);
  }
  const bytes = new Uint8Array(padded.buffer);
  const shape = { rowSamples: tileSize * bands, rows: tileSize, stride: bands };
  const size = sampleBytes(sampleType);
  if (kernel) {
    const predictor = isFloatType(sampleType) ? 3 : 2;
    kernel.predict(bytes, {
      bands,
      width: tileSize,
      rows: tileSize,
      sampleBytes: size,
      predictor,
      isSwapped: false,
    });
  } else if (isFloatType(sampleType)) applyFloatPredictor(bytes, size, shape);
  else if (size === 1) applyDifferences(bytes, shape);
  else if (size === 2) applyDifferences(new Uint16Array(padded.buffer), shape);
  else applyDifferences(new Uint32Array(padded.buffer), shape);
  return bytes;
}

function packMask(tileSize: number, tile: TilePixels): Uint8Array {
  const packed = new Uint8Array((tileSize / 8) * tileSize);
  for (let y = 0; y < tile.height; y++) {
    for (let x = 0; x < tile.width; x++) {
      if (tile.mask![y * tile.width + x]) packed[y * (tileSize / 8) + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return packed;
}
