import { AppError } from '#domain/errors/app-error.ts';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import { findSuspectNodata } from '#domain/formats/cog/suspect-nodata.ts';
import { createGrid } from '#domain/geometry/grid/grid.ts';
import { maxGridCells } from '#wasm/bindings/grid.ts';
import type { LentRaster, Surface, SurfaceSource } from '../../contract/geometry-tasks.ts';
import type { TaskContext } from '../../contract/handler.ts';
import { borrowSource } from '../../contract/lent-source.ts';
import { blockCodec } from '../raster/block-codec.ts';

export type RasterContext = Pick<TaskContext<'geometry.surfaceTin'>, 'signal' | 'kernels' | 'codecs'>;

/** A surface in memory: a raster that was lent is decoded here. Errors: those of `readLentRaster`. */
export async function readSurface(source: SurfaceSource, context: RasterContext): Promise<Surface> {
  if (source.kind !== 'raster') return source;
  return { kind: 'grid', grid: createGrid(source.frame, await readLentRaster(source, context)) };
}

/**
 * The heights of a raster that was lent, row by row from the north of its frame.
 * Errors: geometry.grid-too-large, raster.nodata-unclear, those of `openRaster` and `Raster.readWindow`.
 */
async function readLentRaster(
  lent: LentRaster,
  { signal, kernels, codecs }: RasterContext,
): Promise<Float32Array> {
  const { width, height } = lent.frame;
  if (width * height > maxGridCells) {
    throw new AppError('geometry.grid-too-large', { width, height, limit: maxGridCells });
  }
  const { decode } = blockCodec(kernels.raster, codecs);
  // every block is used once: bands are read past what a raster keeps
  const raster = await openRaster(borrowSource(lent.source, signal), { decode, cacheBytes: 0, signal });
  const values = await readBands(raster, lent, signal);
  dropMissing(lent.source.name, values, lent.nodata);
  if (lent.isTurned) turnRows(values, width);
  const { heightFactor } = lent;
  if (heightFactor !== 1) for (let i = 0; i < values.length; i++) values[i]! *= heightFactor;
  return values;
}

/** Cells of a band: what is held twice while the raster is read. */
const bandCells = 2 ** 23;

async function readBands(
  raster: Raster,
  { frame: { width, height } }: LentRaster,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { blockHeight } = raster.levels[0]!;
  const rows = Math.max(1, Math.floor(bandCells / width / blockHeight)) * blockHeight;
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y += rows) {
    const window = { x: 0, y, width, height: Math.min(rows, height - y) };
    values.set(await readElevations(raster, 0, window, { signal }), y * width);
  }
  return values;
}

/**
 * Removes the stated missing value from the heights. Error: `raster.nodata-unclear`, where an undeclared one is
 * likely.
 */
function dropMissing(file: string, values: Float32Array, nodata: number | null | undefined): void {
  if (nodata === null) return;
  if (nodata === undefined) {
    const suspect = findSuspectNodata(values);
    if (suspect) throw new AppError('raster.nodata-unclear', { file, ...suspect });
    return;
  }
  const missing = Math.fround(nodata);
  for (let i = 0; i < values.length; i++) if (values[i] === missing) values[i] = Number.NaN;
}

function turnRows(values: Float32Array, width: number): void {
  const height = values.length / width;
  for (let row = 0; row < height >> 1; row++) {
    const upper = values.slice(row * width, (row + 1) * width);
    const other = height - 1 - row;
    values.copyWithin(row * width, other * width, (other + 1) * width);
    values.set(upper, other * width);
  }
}
