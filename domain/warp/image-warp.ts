import { createTransform, type TransformEnd } from '../crs/transform.ts';
import { AppError } from '../errors/app-error.ts';
import type { GeoTransform } from '../geometry/plane/affine.ts';
import { applyGeoTransform, invertGeoTransform } from '../geometry/plane/affine.ts';
import { clamp } from '../math/clamp.ts';
import { type MapRelocation, mappedPixel } from './map-warp.ts';
import type { PlaceOf, RelocatedExtent } from './warp-extent.ts';

/** An image in its own CRS and the CRS to draw it in. */
export interface Relocation {
  readonly from: TransformEnd;
  readonly to: TransformEnd;
  /** From pixel corners to the image's own CRS. */
  readonly geotransform: GeoTransform;
  /** Size of the image, pixels. */
  readonly width: number;
  readonly height: number;
}

/** A square of the target raster: corner of its first pixel, pixel size and number of pixels along an edge. */
export interface WarpArea {
  readonly west: number;
  readonly north: number;
  readonly cellSize: number;
  readonly size: number;
}

/**
 * Pixel positions in the image (full resolution, corner of the first pixel at 0, 0) at the nodes of a grid over an
 * area: x, y per node, (`cells` + 1)² nodes from the north-west, row-major. NaN where the transformation fails.
 */
export interface WarpGrid {
  readonly cells: number;
  readonly nodes: Float64Array<ArrayBuffer>;
}

/** Maximum error of positions between the nodes of a grid, pixels of the area. */
export const maxWarpError = 0.05;

function outside({ geotransform, to }: Relocation): AppError {
  const [x, , , y] = geotransform;
  return new AppError('crs.transform-not-finite', { index: 0, x, y, to: to.horizontal?.name ?? '' });
}

/** Points that cannot be transformed are NaN. */
export function placer(from: TransformEnd, to: TransformEnd): PlaceOf {
  const transform = createTransform(from, to);
  return (x, y) => {
    try {
      const [u, v] = transform.point([x, y]);
      return [u!, v!];
    } catch (error) {
      if (error instanceof AppError && error.code === 'crs.transform-not-finite')
        return [Number.NaN, Number.NaN];
      throw error;
    }
  };
}

/**
 * The extent of an image in the target CRS. Null where both CRS agree to a hundredth of a pixel. Errors: those of
 * `createTransform`; `crs.transform-not-finite` where no part of its outline can be transformed.
 */
export function relocatedExtent(relocation: Relocation): RelocatedExtent | null {
  const { geotransform, width, height } = relocation;
  const place = placer(relocation.from, relocation.to);
  const steps = 16;
  let [west, east, south, north, away] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  const own = Math.sqrt(Math.abs(geotransform[1] * geotransform[5] - geotransform[2] * geotransform[4]));
  for (let row = 0; row <= steps; row++) {
    for (let column = 0; column <= steps; column++) {
      const at = applyGeoTransform(geotransform, (column / steps) * width, (row / steps) * height);
      const [x, y] = place(at[0], at[1]);
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
      away = Math.max(away, Math.hypot(x - at[0], y - at[1]));
    }
  }
  if (west > east) throw outside(relocation);
  if (away < own * 0.01) return null;
  const middle = (dx: number, dy: number) =>
    place(...applyGeoTransform(geotransform, width / 2 + dx, height / 2 + dy));
  const [[x0, y0], [x1, y1], [x2, y2]] = [middle(0, 0), middle(1, 0), middle(0, 1)];
  const area = Math.abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0));
  const cellSize =
    area > 0 ? Math.sqrt(area) : Math.hypot(east - west, north - south) / Math.hypot(width, height);
  // The outline is curved between the sampled points: a margin keeps it inside.
  const margin = Math.hypot(east - west, north - south) / steps ** 2 + cellSize;
  [west, north] = [west - margin, north + margin];
  return {
    west,
    north,
    cellSize,
    width: Math.ceil((east + margin - west) / cellSize),
    height: Math.ceil((north - south + margin) / cellSize),
  };
}

/**
 * Pixel positions over an area. The grid is refined until interpolated positions err by less than `maxWarpError` pixels
 * of the area (tested at cell centres, where a smooth map errs most), or each pixel is a cell.
 */
export function warpGrid(relocation: Relocation | MapRelocation, area: WarpArea): WarpGrid {
  const toPixel = 'map' in relocation ? mappedPixel(relocation) : relocatedPixel(relocation);
  const pixelAt: PlaceOf = (u, v) => toPixel(area.west + u * area.cellSize, area.north - v * area.cellSize);
  for (let cells = 4; ; cells *= 2) {
    const grid = { cells, nodes: gridNodes(pixelAt, area.size, cells) };
    if (cells >= area.size || isCloseEnough(pixelAt, area.size, grid)) return grid;
  }
}

/** From the target CRS to pixels of the image. */
function relocatedPixel(relocation: Relocation): PlaceOf {
  const place = placer(relocation.to, relocation.from);
  const toPixel = invertGeoTransform(relocation.geotransform);
  if (!toPixel) throw outside(relocation);
  return (x, y) => applyGeoTransform(toPixel, ...place(x, y));
}

function gridNodes(pixelAt: PlaceOf, size: number, cells: number): Float64Array<ArrayBuffer> {
  const nodes = new Float64Array((cells + 1) ** 2 * 2);
  for (let row = 0; row <= cells; row++) {
    for (let column = 0; column <= cells; column++) {
      nodes.set(pixelAt((column / cells) * size, (row / cells) * size), (row * (cells + 1) + column) * 2);
    }
  }
  return nodes;
}

function isCloseEnough(pixelAt: PlaceOf, size: number, grid: WarpGrid): boolean {
  const { cells, nodes } = grid;
  const step = size / cells;
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const [x, y] = pixelAt((column + 0.5) * step, (row + 0.5) * step);
      const [u, v] = gridPosition(grid, (column + 0.5) / cells, (row + 0.5) / cells);
      const at = (row * (cells + 1) + column) * 2;
      // Image pixels per pixel of the area, along a row.
      const scale = Math.hypot(nodes[at + 2]! - nodes[at]!, nodes[at + 3]! - nodes[at + 1]!) / step;
      const error = Math.hypot(u - x, v - y);
      if (Number.isFinite(error) ? error > maxWarpError * scale : Number.isFinite(x) || Number.isFinite(u)) {
        return false;
      }
    }
  }
  return true;
}

/** Image position at a point of the area, 0 to 1 in each direction, bilinear between the nodes. */
export function gridPosition({ cells, nodes }: WarpGrid, u: number, v: number): [number, number] {
  const column = Math.min(cells - 1, Math.floor(u * cells));
  const row = Math.min(cells - 1, Math.floor(v * cells));
  const [s, t] = [u * cells - column, v * cells - row];
  const at = (row * (cells + 1) + column) * 2;
  const below = at + (cells + 1) * 2;
  const mix = (i: number) =>
    (nodes[at + i]! * (1 - s) + nodes[at + 2 + i]! * s) * (1 - t) +
    (nodes[below + i]! * (1 - s) + nodes[below + 2 + i]! * s) * t;
  return [mix(0), mix(1)];
}

/** Eight-bit colours, row-major, four bytes per pixel, not premultiplied. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Pixels read from one level of an image: position of the first one and scale in full-resolution pixels. */
export interface WarpInput extends ImagePixels {
  /** Full-resolution pixel position of the corner of the first pixel. */
  readonly origin: readonly [x: number, y: number];
  /** Full-resolution pixels along the edges of a pixel. */
  readonly scale: readonly [x: number, y: number];
}

/** The pixels of an area: bilinear in colour, weighted by opacity; opacity itself is that of the nearest pixel. */
export function warpImage(input: WarpInput, grid: WarpGrid, size: number): ImagePixels {
  const rgba = new Uint8ClampedArray(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = gridPosition(grid, (column + 0.5) / size, (row + 0.5) / size);
      const u = (x - input.origin[0]) / input.scale[0];
      const v = (y - input.origin[1]) / input.scale[1];
      if (u >= 0 && v >= 0 && u < input.width && v < input.height) {
        samplePixel(input, u, v, rgba, (row * size + column) * 4);
      }
    }
  }
  return { width: size, height: size, rgba: new Uint8Array(rgba.buffer) };
}

function samplePixel(from: ImagePixels, u: number, v: number, out: Uint8ClampedArray, to: number): void {
  const { width, height, rgba } = from;
  const alpha = rgba[(Math.floor(v) * width + Math.floor(u)) * 4 + 3]!;
  if (alpha === 0) return;
  const [left, top] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  const [s, t] = [u - 0.5 - left, v - 0.5 - top];
  let [red, green, blue, sum] = [0, 0, 0, 0];
  for (let j = 0; j < 2; j++) {
    for (let i = 0; i < 2; i++) {
      const x = clamp(left + i, 0, width - 1);
      const y = clamp(top + j, 0, height - 1);
      const at = (y * width + x) * 4;
      const weight = (i === 1 ? s : 1 - s) * (j === 1 ? t : 1 - t) * rgba[at + 3]!;
      red += rgba[at]! * weight;
      green += rgba[at + 1]! * weight;
      blue += rgba[at + 2]! * weight;
      sum += weight;
    }
  }
  out[to] = red / sum;
  out[to + 1] = green / sum;
  out[to + 2] = blue / sum;
  out[to + 3] = alpha;
}
