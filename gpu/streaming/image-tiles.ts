import type { CrsDeclaration } from '#domain/crs/types.ts';
import { geoTransformOf, type PlaneMap } from '#domain/geometry/map-fit/plane-map.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Relocation } from '#domain/warp/image-warp.ts';
import { type MapRelocation, mappedExtent } from '#domain/warp/map-warp.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { DeviceTexture } from '../resources/device-data.ts';
import type { ImageSource, PixelSource } from './image-source.ts';
import type { LoadedTile, TileKey } from './tile-tree.ts';

/** Texels along the edge of a tile of an image, its border not counted. */
export const imageTileTexels = 512;

/** A drawn tile of an image. */
export interface ImageTile extends TileKey {
  readonly texture: DeviceTexture;
  /** Positions of the tile's corners in the texture, texels. */
  readonly low: readonly [x: number, y: number];
  readonly high: readonly [x: number, y: number];
}

/** A parallelogram in plan: one corner and the two edges from it. */
export interface Footprint {
  readonly corner: readonly [x: number, y: number];
  readonly across: readonly [x: number, y: number];
  readonly down: readonly [x: number, y: number];
}

/** An image split into a quadtree of tiles over the plane of the scene. */
export interface ImageTiles {
  readonly levels: number;
  /** World edge of a full-resolution pixel. */
  readonly cellSize: number;
  count(level: number): readonly [columns: number, rows: number];
  footprint(key: TileKey): Footprint;
  /** Plan corners of the whole image. */
  readonly outline: readonly (readonly [x: number, y: number])[];
  load(key: TileKey, signal: AbortSignal): Promise<LoadedTile<ImageTile> | null>;
}

interface Sheet {
  readonly geotransform: GeoTransform;
  readonly width: number;
  readonly height: number;
}

function levelsOver({ width, height }: Sheet): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / imageTileTexels)));
}

/** The part of a sheet that a tile covers, in its pixels. */
function boxOf({ width, height }: Sheet, { level, column, row }: TileKey) {
  const edge = imageTileTexels * 2 ** level;
  return {
    left: column * edge,
    top: row * edge,
    right: Math.min(width, (column + 1) * edge),
    bottom: Math.min(height, (row + 1) * edge),
  };
}

function tilesOf(sheet: Sheet, load: ImageTiles['load']): ImageTiles {
  const { geotransform, width, height } = sheet;
  const at = (x: number, y: number) => applyGeoTransform(geotransform, x, y);
  return {
    levels: levelsOver(sheet),
    cellSize: Math.sqrt(Math.abs(geotransform[1] * geotransform[5] - geotransform[2] * geotransform[4])),
    count: (level) => {
      const edge = imageTileTexels * 2 ** level;
      return [Math.ceil(width / edge), Math.ceil(height / edge)];
    },
    footprint(key) {
      const { left, top, right, bottom } = boxOf(sheet, key);
      const [, a, b, , c, d] = geotransform;
      return {
        corner: at(left, top),
        across: [a * (right - left), c * (right - left)],
        down: [b * (bottom - top), d * (bottom - top)],
      };
    },
    outline: [at(0, 0), at(width, 0), at(width, height), at(0, height)],
    load,
  };
}

function textured(
  key: TileKey,
  label: string,
  pixels: { width: number; height: number; rgba: Uint8Array<ArrayBuffer> },
  low: ImageTile['low'],
  high: ImageTile['high'],
): LoadedTile<ImageTile> {
  const { width, height, rgba } = pixels;
  const texture = new DeviceTexture(label, 'rgba8unorm', [width, height], rgba);
  return { tile: { ...key, texture, low, high }, bytes: 2 * rgba.byteLength };
}

/** The image's own pixels in any orientation: only the file's overviews resample. */
export function plainTiles(source: PixelSource & Sheet): ImageTiles {
  return tilesOf(source, async (key, signal) => {
    const box = boxOf(source, key);
    const window = await source.read(box, 2 ** key.level, signal);
    if (!window || window.isEmpty) return null;
    const { origin, scale } = window;
    const texel = (x: number, y: number) => [(x - origin[0]) / scale[0], (y - origin[1]) / scale[1]] as const;
    const label = `image ${source.name} ${key.level}/${key.column}/${key.row}`;
    return textured(key, label, window, texel(box.left, box.top), texel(box.right, box.bottom));
  });
}

/** The image's pixels reprojected into the scene's system, tile by tile. */
export function relocatedTiles(
  source: PixelSource,
  relocation: Relocation | MapRelocation,
  extent: RelocatedExtent,
  pool: TaskPool,
): ImageTiles {
  const { west, north, cellSize, width, height } = extent;
  const sheet: Sheet = { geotransform: [west, cellSize, 0, north, 0, -cellSize], width, height };
  return tilesOf(sheet, async (key, signal) => {
    const box = boxOf(sheet, key);
    const texel = cellSize * 2 ** key.level;
    const size = imageTileTexels + 2;
    const area = {
      west: west + box.left * cellSize - texel,
      north: north - box.top * cellSize + texel,
      cellSize: texel,
      size,
    };
    const grid = await pool.run('view.warpGrid', { relocation, area }, { signal });
    const under = pixelsUnder(grid.nodes, source);
    const window = under && (await source.read(under, 2 ** key.level, signal));
    if (!window || window.isEmpty) return null;
    const options = { signal, transfer: [window.rgba.buffer, grid.nodes.buffer] };
    const warped = await pool.run('view.warpImage', { pixels: window, grid, size }, options);
    if (warped.isEmpty) return null;
    const reach = (from: number, to: number) => 1 + (to - from) / 2 ** key.level;
    const label = `image ${source.name} ${key.level}/${key.column}/${key.row}`;
    return textured(key, label, warped, [1, 1], [reach(box.left, box.right), reach(box.top, box.bottom)]);
  });
}

/** The pixels of the image under a grid's nodes; null where they miss it. */
export function pixelsUnder(nodes: Float64Array, { width, height }: { width: number; height: number }) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < nodes.length; at += 2) {
    const [x, y] = [nodes[at]!, nodes[at + 1]!];
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  [left, top] = [Math.max(0, left), Math.max(0, top)];
  [right, bottom] = [Math.min(width, right), Math.min(height, bottom)];
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

/**
 * Tiles of an image in the scene's system: unchanged, or reprojected where the systems differ. `isShiftMissing`: their
 * position may be off by an unknown datum shift.
 */
export async function imageTiles(
  source: ImageSource,
  system: CrsDeclaration | null,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<{ readonly tiles: ImageTiles; readonly isShiftMissing: boolean }> {
  const { raster, geotransform, width, height } = source;
  const from = raster.info.crsDeclarations;
  if (!system || from.length === 0) return { tiles: plainTiles(source), isShiftMissing: false };
  const input = { from, to: [system], geotransform, width, height };
  const { moved, isShiftMissing } = await pool.run('view.relocateImage', input, { signal });
  const tiles = moved ? relocatedTiles(source, moved.relocation, moved.extent, pool) : plainTiles(source);
  return { tiles, isShiftMissing };
}

/** Tiles of an image laid on the scene by a map: its own pixels where the map is affine, else resampled. */
export function mappedTiles(source: PixelSource, map: PlaneMap, pool: TaskPool): ImageTiles {
  const geotransform = geoTransformOf(map);
  if (geotransform) return plainTiles({ ...source, geotransform });
  const relocation = { map, width: source.width, height: source.height };
  return relocatedTiles(source, relocation, mappedExtent(relocation), pool);
}

/** A box round a footprint between two elevations. */
export function boxAround({ corner, across, down }: Footprint, low: number, high: number) {
  const xs = [0, across[0], down[0], across[0] + down[0]].map((x) => x + corner[0]);
  const ys = [0, across[1], down[1], across[1] + down[1]].map((y) => y + corner[1]);
  const min: WorldPoint = [minOf(xs), minOf(ys), low];
  const max: WorldPoint = [maxOf(xs), maxOf(ys), high];
  return { min, max };
}
