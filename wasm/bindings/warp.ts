import { AppError } from '#domain/errors/app-error.ts';
import type { CogSampleType, TilePixels } from '#domain/formats/cog/spec.ts';
import { createSamples, sampleBytes } from '#domain/formats/tiff/sample-types.ts';
import type { WarpMethod, WarpPiece, WarpRules, WarpTarget } from '#domain/warp/warp-rules.ts';
import { instantiate } from './instance.ts';

type WarpCall = (
  nodes: number,
  cells: number,
  size: number,
  startX: number,
  startY: number,
  target: number,
  valid: number,
  width: number,
  height: number,
) => void;

interface WarpExports {
  readonly memory: WebAssembly.Memory;
  clear(): void;
  allocate(bytes: number): number;
  setSource(
    pixels: number,
    mask: number,
    width: number,
    height: number,
    bands: number,
    hasOpacity: number,
    x: number,
    y: number,
  ): void;
  setValues(hasMissing: number, missing: number, gain: number): void;
  setFilter(method: number, scaleX: number, scaleY: number): void;
  readonly warpU8: WarpCall;
  readonly warpI8: WarpCall;
  readonly warpU16: WarpCall;
  readonly warpI16: WarpCall;
  readonly warpU32: WarpCall;
  readonly warpI32: WarpCall;
  readonly warpF32: WarpCall;
  readonly warpF64: WarpCall;
}

const methods: Readonly<Record<WarpMethod, number>> = { nearest: 0, bilinear: 1, cubic: 2, average: 3 };

const calls = {
  uint8: 'warpU8',
  int8: 'warpI8',
  uint16: 'warpU16',
  int16: 'warpI16',
  uint32: 'warpU32',
  int32: 'warpI32',
  float32: 'warpF32',
  float64: 'warpF64',
} as const satisfies Record<CogSampleType, keyof WarpExports>;

/** Reprojects pixels. */
export interface WarpKernel {
  /**
   * Computes the pixels of a target from a piece of the source (borrowed) that contains all required pixels. A target
   * pixel is valid where the source pixel under it is (`average`: any under it), within the source; others are missing.
   * Throws `cog.bad-tile` when out of memory.
   */
  warp(piece: WarpPiece, rules: WarpRules, target: WarpTarget): TilePixels;
}

/** Creates an instance of the warp kernel. */
export function createWarpKernel(module: WebAssembly.Module): WarpKernel {
  const kernel = instantiate<WarpExports>(module);
  return {
    warp(piece, rules, target) {
      const { sampleType, masked } = rules;
      const { width, height, grid } = target;
      const samples = createSamples(sampleType, width * height * piece.bands.length);
      const valid = masked ? new Uint8Array(width * height) : null;
      kernel.clear();
      const take = (bytes: number): number => {
        const at = kernel.allocate(bytes) >>> 0;
        if (at > 0) return at;
        throw new AppError('cog.bad-tile', {
          column: target.x,
          row: target.y,
          reason: 'no-memory-for-so-many-pixels',
          width: piece.width,
          height: piece.height,
        });
      };
      const bandBytes = piece.width * piece.height * sampleBytes(sampleType);
      const source = take(bandBytes * piece.bands.length);
      const mask = piece.mask ? take(piece.mask.length) : 0;
      const nodes = take(grid.nodes.byteLength);
      const targetAt = take(samples.byteLength);
      const validAt = valid ? take(valid.length) : 0;
      const { buffer } = kernel.memory;
      piece.bands.forEach((band, index) => {
        const bytes = new Uint8Array(band.buffer, band.byteOffset, band.byteLength);
        new Uint8Array(buffer, source + index * bandBytes, bandBytes).set(bytes);
      });
      if (piece.mask) new Uint8Array(buffer, mask, piece.mask.length).set(piece.mask);
      new Float64Array(buffer, nodes, grid.nodes.length).set(grid.nodes);
      const [x, y] = piece.origin;
      const missing = storedNodata(rules);
      const opacity = rules.hasOpacity ? 1 : 0;
      kernel.setSource(source, mask, piece.width, piece.height, piece.bands.length, opacity, x, y);
      kernel.setValues(rules.nodata === null ? 0 : 1, missing, rules.gain);
      kernel.setFilter(methods[rules.method], widening(rules.scale[0]), widening(rules.scale[1]));
      kernel[calls[sampleType]](
        nodes,
        grid.cells,
        target.size,
        target.x,
        target.y,
        targetAt,
        validAt,
        width,
        height,
      );
      const bytes = new Uint8Array(samples.buffer);
      bytes.set(new Uint8Array(buffer, targetAt, bytes.length));
      if (!valid) return { width, height, samples };
      valid.set(new Uint8Array(buffer, validAt, valid.length));
      return { width, height, samples, mask: valid };
    },
  };
}

/** Pixels of similar size need no wider filter (the bound is GDAL's). */
function widening(scale: number): number {
  return scale <= 1 / 0.95 ? 1 : scale;
}

/** The missing value in the samples' type. */
function storedNodata({ nodata, sampleType }: WarpRules): number {
  return sampleType === 'float32' && nodata !== null ? Math.fround(nodata) : (nodata ?? 0);
}
