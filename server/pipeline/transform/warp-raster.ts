import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import type { TransformEnd } from '#domain/crs/transform.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openRaster, type PixelWindow, type Raster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec, TilePixels } from '#domain/formats/cog/spec.ts';
import { filterScale } from '#domain/warp/filter-scale.ts';
import type { Relocation } from '#domain/warp/image-warp.ts';
import { suggestFrame } from '#domain/warp/suggest-frame.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import type { WarpMethod, WarpRules } from '#domain/warp/warp-rules.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { bulkBlockDecoder } from '#workers/contract/raster-pool.ts';
import { describeSource, type SourcePixels } from './source-pixels.ts';
import { createTileWarper } from './warp-tile.ts';
import { writeTiles } from './write-tiles.ts';

/** A raster to be re-projected. */
export interface WarpRequest {
  /** The transform of coordinates, from the old system to the new one. */
  readonly ends: readonly [TransformEnd, TransformEnd];
  /** The new system as in the file. */
  readonly to: CrsDefinition;
  /** Edge of the new pixels in the unit of the new system; null keeps the number of pixels. */
  readonly cellSize: number | null;
  readonly method: WarpMethod;
  /** Values are multiplied by this: heights in another unit. */
  readonly gain: number;
  /** Name of the unit of the new values; the source's where left out. */
  readonly unit?: string;
  /** Horizontal units of the new system per unit of the old; 1 where left out. */
  readonly planScale?: number;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report?(fraction: number): void;
}

/** Cache of decoded blocks of the source, bytes. */
const cacheBytes = 192 * 2 ** 20;

/** The old and the new grid of a raster. Throws `cog.bad-spec` without a georeference. */
function relocationOf({ info }: Raster, [from, to]: WarpRequest['ends']): Relocation {
  const { geotransform, width, height } = info;
  if (!geotransform) throw new AppError('cog.bad-spec', { reason: 'no-georeference' });
  return {
    from: { horizontal: from.horizontal, vertical: null },
    to: { horizontal: to.horizontal, vertical: null },
    geotransform,
    width,
    height,
  };
}

function specOf(
  pixels: SourcePixels,
  frame: RelocatedExtent,
  { to, unit, planScale = 1 }: WarpRequest,
): CogSpec {
  const { west, north, cellSize, width, height } = frame;
  const told = unit ?? pixels.unit;
  return {
    width,
    height,
    bands: pixels.bands,
    sampleType: pixels.sampleType,
    colour: pixels.colour,
    geotransform: [west, cellSize, 0, north, 0, -cellSize],
    geoKeys: geoKeysFor(to, { rasterType: 1 }),
    nodata: pixels.nodata,
    mask: pixels.masked,
    ...(told === null ? {} : { unit: told }),
    ...(pixels.pointSpacing === null ? {} : { pointSpacing: pixels.pointSpacing * planScale }),
  };
}

/** A raster's new grid and the renderer of its tiles. */
export interface WarpPlan {
  readonly frame: RelocatedExtent;
  readonly pixels: SourcePixels;
  /**
   * Pixels of a window of the new raster, within a square of that many pixels; null where the old one has none there.
   */
  makeTile(window: PixelWindow, squareSide: number): Promise<TilePixels | null>;
}

/**
 * Opens a raster to be re-projected: the grid is that of `suggestFrame`; positions are computed at the nodes of a
 * grid, with an error below 0.05 target pixels between them; missing values, mask and opacity keep their form, and an
 * image without any gets a mask. Memory: about 16 MiB per band and tile in progress beside 192 MiB of decoded blocks.
 * Errors: those of `openRaster` and `createTransform`; `cog.bad-spec` for palettes, 64-bit values and files without a
 * georeference; `crs.transform-not-finite` where no part of the raster has coordinates in the new system.
 */
export async function planWarp(source: ByteSource, request: WarpRequest): Promise<WarpPlan> {
  const { pool, signal, ends, method, gain } = request;
  const raster = await openRaster(source, {
    decode: bulkBlockDecoder(pool),
    cacheBytes,
    ...(signal ? { signal } : {}),
  });
  const pixels = describeSource(raster, gain);
  const relocation = relocationOf(raster, ends);
  const frame = suggestFrame(relocation, request.cellSize);
  const rules: WarpRules = {
    method,
    gain,
    sampleType: pixels.sampleType,
    hasOpacity: pixels.colour === 'rgba',
    nodata: pixels.nodata,
    masked: pixels.masked,
    scale: filterScale(relocation, frame),
  };
  const makeTile = createTileWarper({ raster, pixels, relocation, frame, rules, pool, signal });
  return { frame, pixels, makeTile };
}

/** Writes a planned raster as a cloud-optimised GeoTIFF. Errors: those of reading and writing files. */
export async function writeWarp(plan: WarpPlan, path: string, request: WarpRequest): Promise<FileProof> {
  const { frame, pixels, makeTile } = plan;
  return writeTiles(path, specOf(pixels, frame, request), makeTile, request);
}
