import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { BlockDecoder } from '#domain/formats/cog/image-reader.ts';
import { type NorthUpLevel, northUpElevations } from '#domain/formats/cog/north-up.ts';
import { openRaster, type Raster } from '#domain/formats/cog/open-raster.ts';
import type { Grid } from '#domain/geometry/grid/grid.ts';
import type { DeclaredSystem } from '#viewport/viewport-types.ts';
import { declaredBy } from './declared-by.ts';

/** A rectangle of cells of one level; may extend beyond the level, where there are no values. */
export interface CellWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Elevations in levels of detail, north up. */
export interface DemSource {
  /** Finest first, each about half as fine as the one before; the last fits one tile. */
  readonly levels: readonly NorthUpLevel[];
  /** World position of the north-west outer corner. */
  readonly west: number;
  readonly north: number;
  /** Its file's declared coordinate system; null for a grid in memory. */
  readonly declared: DeclaredSystem | null;
  /** Values row-major from the north-west, NaN for none, owned by the caller. */
  read(level: number, window: CellWindow, signal?: AbortSignal): Promise<Float32Array<ArrayBuffer>>;
}

/** Cells along the edge of a terrain tile. */
export const tileCells = 512;

/** Clips a window to a level; null where it is empty. */
function cutWindow(window: CellWindow, level: { width: number; height: number }): CellWindow | null {
  const x = Math.max(0, window.x);
  const y = Math.max(0, window.y);
  const width = Math.min(level.width, window.x + window.width) - x;
  const height = Math.min(level.height, window.y + window.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Copies the values of a clipped window to their place in the whole one. */
function spread(window: CellWindow, cut: CellWindow, values: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(window.width * window.height).fill(Number.NaN);
  for (let row = 0; row < cut.height; row++) {
    const from = values.subarray(row * cut.width, (row + 1) * cut.width);
    whole.set(from, (cut.y - window.y + row) * window.width + cut.x - window.x);
  }
  return whole;
}

/** Every other value of a raster twice as fine, `shift` levels up, taken from the middle of each block. */
function thin(values: Float32Array, width: number, cut: CellWindow, factor: number): Float32Array {
  const thinned = new Float32Array(cut.width * cut.height);
  const height = values.length / width;
  const middle = factor >> 1;
  for (let row = 0; row < cut.height; row++) {
    const from = Math.min(height - 1, row * factor + middle);
    for (let column = 0; column < cut.width; column++) {
      thinned[row * cut.width + column] =
        values[from * width + Math.min(width - 1, column * factor + middle)]!;
    }
  }
  return thinned;
}

type ReadBase = (level: number, cut: CellWindow, signal?: AbortSignal) => Promise<Float32Array>;

/** Adds coarser levels until the last fits a tile, thinned from the coarsest one. */
function withCoarserLevels(
  given: readonly NorthUpLevel[],
  { west, north, declared }: Pick<DemSource, 'west' | 'north' | 'declared'>,
  readGiven: ReadBase,
): DemSource {
  const levels = [...given];
  const base = levels.at(-1)!;
  for (let factor = 2; ; factor *= 2) {
    const last = levels.at(-1)!;
    if (last.width <= tileCells && last.height <= tileCells) break;
    levels.push({
      width: Math.ceil(base.width / factor),
      height: Math.ceil(base.height / factor),
      cellWidth: base.cellWidth * factor,
      cellHeight: base.cellHeight * factor,
    });
  }
  return {
    levels,
    west,
    north,
    declared,
    async read(level, window, signal) {
      const cut = cutWindow(window, levels[level]!);
      if (!cut) return new Float32Array(window.width * window.height).fill(Number.NaN);
      if (level < given.length) return spread(window, cut, await readGiven(level, cut, signal));
      const factor = 2 ** (level - given.length + 1);
      const x = cut.x * factor;
      const y = cut.y * factor;
      const fine = {
        x,
        y,
        width: Math.min(base.width - x, cut.width * factor),
        height: Math.min(base.height - y, cut.height * factor),
      };
      const values = await readGiven(given.length - 1, fine, signal);
      return spread(window, cut, thin(values, fine.width, cut, factor));
    },
  };
}

/** Keeps the full image and those overviews that halve the previous one. */
function halvings(raster: Raster): number[] {
  const kept = [0];
  for (let i = 1; i < raster.levels.length; i++) {
    const ratio = raster.levels[kept.at(-1)!]!.width / raster.levels[i]!.width;
    if (ratio > 1.9 && ratio < 2.1) kept.push(i);
  }
  return kept;
}

/** Opens a GeoTIFF of elevations for drawing. Errors: those of `openRaster` and of `northUpElevations`. */
export async function openDem(
  source: ByteSource,
  decode: BlockDecoder,
  signal: AbortSignal,
): Promise<DemSource> {
  const raster = await openRaster(source, { decode, signal });
  const upright = northUpElevations(raster);
  const kept = halvings(raster);
  return withCoarserLevels(
    kept.map((index) => upright.levels[index]!),
    { ...upright, declared: declaredBy(raster) },
    (level, cut, readSignal) => upright.read(kept[level]!, cut, readSignal),
  );
}

/** A grid in memory (borrowed) for drawing. */
export function gridDem(grid: Grid): DemSource {
  const corner = {
    west: grid.originX - grid.cellSize / 2,
    north: grid.originY + grid.cellSize / 2,
    declared: null,
  };
  const { width, height, cellSize } = grid;
  const level = { width, height, cellWidth: cellSize, cellHeight: cellSize };
  return withCoarserLevels([level], corner, async (_level, cut) => {
    const values = new Float32Array(cut.width * cut.height);
    for (let row = 0; row < cut.height; row++) {
      const from = (cut.y + row) * grid.width + cut.x;
      values.set(grid.values.subarray(from, from + cut.width), row * cut.width);
    }
    return values;
  });
}
