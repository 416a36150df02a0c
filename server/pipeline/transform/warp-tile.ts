import type { PixelWindow, Raster } from '#domain/formats/cog/open-raster.ts';
import type { TilePixels } from '#domain/formats/cog/spec.ts';
import { createSamples } from '#domain/formats/tiff/sample-types.ts';
import { type Relocation, type WarpGrid, warpGrid } from '#domain/warp/image-warp.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import { filterReach, type WarpRules } from '#domain/warp/warp-rules.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { SourcePixels } from './source-pixels.ts';

export interface TileWarpRequest {
  readonly raster: Raster;
  readonly pixels: SourcePixels;
  readonly relocation: Relocation;
  readonly frame: RelocatedExtent;
  readonly rules: WarpRules;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
}

/** Source pixels read at once; larger areas are processed in quarters. */
const maxPixels = 2 ** 22;
/** Windows begin at multiples of this, where bands are split fastest. */
const step = 4;
/** Areas are not quartered below this. */
const smallestSide = 16;

/** Source pixels of a grid's area, clipped to the image; null where there are none. */
function windowUnder(request: TileWarpRequest, { nodes }: WarpGrid): PixelWindow | null {
  const { relocation, rules } = request;
  const range = (axis: 0 | 1, length: number): [number, number] => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < nodes.length; at += 2) {
      const value = nodes[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const reach = filterReach(rules.method, rules.scale[axis]) + 1;
    const whole = (value: number, round: (value: number) => number) => round(value / step) * step;
    return [Math.max(0, whole(low - reach, Math.floor)), Math.min(length, whole(high + reach, Math.ceil))];
  };
  const [left, right] = range(0, relocation.width);
  const [top, bottom] = range(1, relocation.height);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Makes the pixels of a window of the new raster; null where the old one has none there. */
export function createTileWarper(request: TileWarpRequest) {
  const { raster, pixels, relocation, frame, rules, pool, signal } = request;

  async function warpSquare(
    into: TilePixels,
    tile: PixelWindow,
    x: number,
    y: number,
    size: number,
  ): Promise<boolean> {
    if (x >= tile.width || y >= tile.height) return false;
    const { cellSize } = frame;
    const grid = warpGrid(relocation, {
      west: frame.west + (tile.x + x) * cellSize,
      north: frame.north - (tile.y + y) * cellSize,
      cellSize,
      size,
    });
    const window = windowUnder(request, grid);
    if (!window) return false;
    if (window.width * window.height > maxPixels && size >= 2 * smallestSide) {
      const half = size / 2;
      let any = false;
      for (const [dx, dy] of [
        [0, 0],
        [half, 0],
        [0, half],
        [half, half],
      ] as const) {
        if (await warpSquare(into, tile, x + dx, y + dy, half)) any = true;
      }
      return any;
    }
    const read = await raster.readWindow(0, window, signal ? { signal } : {});
    const bands = pixels.read(read);
    const [width, height] = [Math.min(size, tile.width - x), Math.min(size, tile.height - y)];
    const origin = [window.x, window.y] as const;
    const piece = { width: window.width, height: window.height, bands, mask: read.mask, origin };
    const target = { grid, size, x: 0, y: 0, width, height };
    const transfer = [...bands.map(({ buffer }) => buffer), ...(read.mask ? [read.mask.buffer] : [])];
    const made = await pool.run(
      'raster.warpTile',
      { piece, rules, target },
      { transfer, ...(signal ? { signal } : {}) },
    );
    place(made, into, x, y, pixels.bands);
    return true;
  }

  return async (tile: PixelWindow, tileSize: number): Promise<TilePixels | null> => {
    const into = emptyTile(tile, pixels, rules);
    return (await warpSquare(into, tile, 0, 0, tileSize)) ? into : null;
  };
}

function emptyTile({ width, height }: PixelWindow, pixels: SourcePixels, rules: WarpRules): TilePixels {
  const samples = createSamples(rules.sampleType, width * height * pixels.bands);
  if (rules.nodata !== null) (samples as Float64Array).fill(rules.nodata);
  return rules.masked
    ? { width, height, samples, mask: new Uint8Array(width * height) }
    : { width, height, samples };
}

function place(from: TilePixels, into: TilePixels, x: number, y: number, bands: number): void {
  const [source, target] = [from.samples as Float64Array, into.samples as Float64Array];
  for (let row = 0; row < from.height; row++) {
    const at = (y + row) * into.width + x;
    target.set(source.subarray(row * from.width * bands, (row + 1) * from.width * bands), at * bands);
    if (from.mask) into.mask?.set(from.mask.subarray(row * from.width, (row + 1) * from.width), at);
  }
}
