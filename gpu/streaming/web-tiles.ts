import { AppError } from '#domain/errors/app-error.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import { clamp } from '#domain/math/clamp.ts';
import { tileAddress } from '#domain/view/tile-address.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { fetchFile } from './fetch-file.ts';
import type { PixelSource } from './image-source.ts';

/** Pixels along the edge of a tile. */
const tileSide = 256;
/** Half of the world's edge in web mercator, metres: half the equator of its sphere. */
const halfWorld = Math.PI * 6_378_137;
/** Zoom of the tiles of an area: about 150 km at the equator. */
const areaZoom = 8;
/** Maximum number of cached encoded tiles, so that neighbours do not fetch them again. */
const keptTiles = 64;

/** Tiles of a server. */
export interface TileServer {
  /** Address with `{z}`, `{x}`, `{y}`. */
  readonly template: string;
  readonly maxZoom: number;
}

/** Two by two tiles of a zoom, the first one's column and row. */
export interface TileArea {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/** The area whose middle is nearest to a place in web mercator, metres. */
export function areaAround(x: number, y: number, { maxZoom }: TileServer): TileArea {
  const zoom = Math.min(areaZoom, maxZoom);
  const count = 2 ** zoom;
  const first = (share: number) =>
    Math.min(Math.max(0, count - 2), Math.max(0, Math.floor(share * count - 0.5)));
  return {
    zoom,
    column: first((x + halfWorld) / (2 * halfWorld)),
    row: first((halfWorld - y) / (2 * halfWorld)),
  };
}

/** From the pixels of an area at the finest zoom to web mercator. */
function geotransformOf({ zoom, column, row }: TileArea, maxZoom: number): GeoTransform {
  const tile = (2 * halfWorld) / 2 ** zoom;
  const pixel = (2 * halfWorld) / (tileSide * 2 ** maxZoom);
  return [column * tile - halfWorld, pixel, 0, halfWorld - row * tile, 0, -pixel];
}

/** One image of an area's tiles: pixels of the finest zoom, each zoom an overview of it. */
export function webTiles(
  server: TileServer,
  area: TileArea,
  pool: TaskPool,
): PixelSource & { readonly geotransform: GeoTransform } {
  const finest = server.maxZoom - area.zoom;
  const side = 2 * tileSide * 2 ** finest;
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const fetchTile = async (address: string, signal: AbortSignal) => {
    const known = kept.get(address);
    if (known) return known;
    if (globalThis.navigator?.onLine === false) {
      throw new AppError('io.unreachable', { file: address, reason: 'offline' });
    }
    const bytes = await fetchFile(address, signal, { referrerPolicy: 'strict-origin-when-cross-origin' });
    kept.set(address, bytes);
    if (kept.size > keptTiles) kept.delete(kept.keys().next().value!);
    return bytes;
  };
  const readTile = async (z: number, x: number, y: number, signal: AbortSignal) => {
    const address = tileAddress(server.template, { z, x, y });
    const bytes = (await fetchTile(address, signal)).slice();
    const input = { bytes, name: address, maxSide: tileSide };
    const image = await pool.run('view.decodeImage', input, { signal, transfer: [bytes.buffer] });
    if (image.width === tileSide && image.height === tileSide) return image;
    const values = { width: image.width, height: image.height, side: tileSide };
    throw new AppError('photo.unsupported', { ...values, file: address, reason: 'an-image-of-another-size' });
  };
  return {
    name: 'basemap',
    width: side,
    height: side,
    geotransform: geotransformOf(area, server.maxZoom),
    async read(box, texel, signal) {
      const step = clamp(Math.round(Math.log2(texel)), 0, finest);
      const scale = 2 ** step;
      const whole = side / scale;
      const left = Math.max(0, Math.floor(box.left / scale) - 1);
      const top = Math.max(0, Math.floor(box.top / scale) - 1);
      const width = Math.min(whole, Math.ceil(box.right / scale) + 1) - left;
      const height = Math.min(whole, Math.ceil(box.bottom / scale) + 1) - top;
      if (width <= 0 || height <= 0) return null;
      const zoom = server.maxZoom - step;
      const [firstX, firstY] = [area.column, area.row].map((index) => index * 2 ** (zoom - area.zoom));
      const rgba = new Uint8Array(width * height * 4);
      let isEmpty = true;
      const place = async (column: number, row: number) => {
        const [x, y] = [firstX! + column, firstY! + row];
        if (x >= 2 ** zoom || y >= 2 ** zoom) return;
        const tile = await readTile(zoom, x, y, signal);
        isEmpty &&= tile.isEmpty;
        blit(tile.rgba, column * tileSide - left, row * tileSide - top, { width, height, rgba });
      };
      const work: Promise<void>[] = [];
      for (let row = Math.floor(top / tileSide); row * tileSide < top + height; row++)
        for (let column = Math.floor(left / tileSide); column * tileSide < left + width; column++)
          work.push(place(column, row));
      await Promise.all(work);
      return { width, height, rgba, isEmpty, origin: [left * scale, top * scale], scale: [scale, scale] };
    },
  };
}

/** Copies a tile to its position in a window, clipped to it. */
function blit(
  tile: Uint8Array,
  x: number,
  y: number,
  window: { readonly width: number; readonly height: number; readonly rgba: Uint8Array },
): void {
  const from = Math.max(0, -x);
  const to = Math.min(tileSide, window.width - x);
  for (let row = Math.max(0, -y); row < Math.min(tileSide, window.height - y); row++) {
    const line = tile.subarray((row * tileSide + from) * 4, (row * tileSide + to) * 4);
    window.rgba.set(line, ((y + row) * window.width + x + from) * 4);
  }
}
