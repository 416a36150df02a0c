import { geoKeysFor } from '#domain/crs/geokeys/geokeys-write.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { blobSource } from '#domain/formats/blob-source.ts';
import { type CogWriter, createCogWriter } from '#domain/formats/cog/cog-writer.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import { memoryScratch } from '#domain/formats/cog/spool.ts';
import type { PlaneMap } from '#domain/geometry/map-fit/plane-map.ts';
import { type MapRelocation, mappedExtent } from '#domain/warp/map-warp.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import type { PixelSource } from '#gpu/streaming/image-source.ts';
import { pixelsUnder } from '#gpu/streaming/image-tiles.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { poolBlockDecoder, poolTileEncoder } from '#workers/contract/raster-pool.ts';

/** Pixels of a file that is made in memory. */
const maxPixels = 400_000_000;
/** Share of writing that is not reading back. */
const writeShare = 0.7;

/** How a picture is written as it lies on the site. */
export interface OverlayOrder {
  readonly name: string;
  readonly map: PlaneMap;
  /** The system of the site; null where it is not known. */
  readonly system: CrsDefinition | null;
  readonly signal: AbortSignal;
  /** Share done, 0 to 1. */
  report(fraction: number): void;
}

/**
 * A picture as it lies on the site: a GeoTIFF, north up, in pixels as large as the picture's own at its middle, with
 * opacity, overviews and the site's system. It is read again, tile by tile, before it is returned.
 * Errors: `overlay.export-too-large`, `overlay.not-as-written`, and those of reading the picture.
 */
export async function writeOverlay(source: PixelSource, order: OverlayOrder, pool: TaskPool): Promise<Blob> {
  const { name, map, signal, report } = order;
  const relocation: MapRelocation = { map, width: source.width, height: source.height };
  const extent = mappedExtent(relocation);
  const pixels = extent.width * extent.height;
  if (!(pixels <= maxPixels)) {
    const [megapixels, limit] = [Math.ceil(pixels / 1e6), maxPixels / 1e6];
    throw new AppError('overlay.export-too-large', { name, megapixels, limit });
  }
  const parts: BlobPart[] = [];
  const spec = specOf(extent, order.system);
  const writer = createCogWriter(
    spec,
    { write: (_offset, bytes) => void parts.push(bytes.slice()) },
    { scratch: memoryScratch(), encode: poolTileEncoder(pool, signal), signal },
  );
  const sums = await writeTiles(source, relocation, extent, writer, pool, order);
  await writer.finish();
  const blob = new Blob(parts, { type: 'image/tiff' });
  await readBack(blob, spec, sums, writer, pool, {
    ...order,
    report: (share) => report(writeShare + share * (1 - writeShare)),
  });
  return blob;
}

function specOf(
  { west, north, cellSize, width, height }: RelocatedExtent,
  system: CrsDefinition | null,
): CogSpec {
  return {
    width,
    height,
    bands: 4,
    sampleType: 'uint8',
    colour: 'rgba',
    geotransform: [west, cellSize, 0, north, 0, -cellSize],
    geoKeys: system && geoKeysFor(system, { rasterType: 1 }),
    nodata: null,
  };
}

/** Calls for every tile of the full image, in rows. */
async function eachTile(
  writer: CogWriter,
  { signal, report }: Pick<OverlayOrder, 'signal' | 'report'>,
  visit: (column: number, row: number) => Promise<void>,
): Promise<void> {
  const { columns, rows } = writer.levels[0]!;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      signal.throwIfAborted();
      await visit(column, row);
    }
    report((row + 1) / rows);
  }
}

/** Writes the tiles; returns the sum of the samples of each, by its place in the rows. */
async function writeTiles(
  source: PixelSource,
  relocation: MapRelocation,
  { west, north, cellSize }: RelocatedExtent,
  writer: CogWriter,
  pool: TaskPool,
  { signal, report }: OverlayOrder,
): Promise<number[]> {
  const sums: number[] = [];
  const size = writer.tileSize;
  await eachTile(writer, { signal, report: (share) => report(share * writeShare) }, async (column, row) => {
    const { x, y, width, height } = writer.tileWindow(column, row);
    const area = { west: west + x * cellSize, north: north - y * cellSize, cellSize, size };
    const grid = await pool.run('view.warpGrid', { relocation, area }, { signal });
    const under = pixelsUnder(grid.nodes, source);
    const window = under && (await source.read(under, 1, signal));
    const samples = new Uint8Array(width * height * 4);
    if (window && !window.isEmpty) {
      const { rgba } = await pool.run('view.warpImage', { pixels: window, grid, size }, { signal });
      for (let line = 0; line < height; line++) {
        samples.set(rgba.subarray(line * size * 4, (line * size + width) * 4), line * width * 4);
      }
    }
    sums.push(sumOf([samples]));
    await writer.writeTile(column, row, { width, height, samples });
  });
  return sums;
}

/** A weighted sum of the samples, so that changed places change it too. */
function sumOf(lists: readonly ArrayLike<number>[]): number {
  let [sum, place] = [0, 0];
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) sum = (sum + list[i]! * ((place++ % 65_521) + 1)) % 4_294_967_291;
  }
  return sum;
}

async function readBack(
  blob: Blob,
  spec: CogSpec,
  sums: readonly number[],
  writer: CogWriter,
  pool: TaskPool,
  order: OverlayOrder,
): Promise<void> {
  const differs = (reason: string) => new AppError('overlay.not-as-written', { name: order.name, reason });
  const raster = await openRaster(blobSource(blob, order.name), {
    decode: poolBlockDecoder(pool),
    signal: order.signal,
  });
  const { width, height, geotransform, crsDeclarations } = raster.info;
  if (width !== spec.width || height !== spec.height) throw differs('another-size');
  const isPlaced = geotransform?.every(
    (value, i) => Math.abs(value - spec.geotransform[i]!) <= 1e-9 * Math.abs(value),
  );
  if (!isPlaced || (spec.geoKeys !== null && crsDeclarations.length === 0)) throw differs('another-place');
  let tile = 0;
  await eachTile(writer, order, async (column, row) => {
    const window = writer.tileWindow(column, row);
    const { bands } = await raster.readWindow(0, window, { bands: [0, 1, 2, 3], signal: order.signal });
    const samples = new Uint8Array(window.width * window.height * 4);
    bands.forEach((band, at) => {
      for (let i = 0; i < band.length; i++) samples[4 * i + at] = Number(band[i]);
    });
    if (sumOf([samples]) !== sums[tile++]) throw differs('other-pixels');
  });
}
