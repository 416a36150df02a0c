import { AppError } from '../../errors/app-error.ts';
import type { GeoTransform } from '../../geometry/plane/affine.ts';
import {
  applyGeoTransform,
  composeGeoTransforms,
  determinantOf,
  invertGeoTransform,
} from '../../geometry/plane/affine.ts';
import { clamp } from '../../math/clamp.ts';
import { maxOf, minOf } from '../../math/extremes.ts';
import { readElevations } from './elevations.ts';
import type { PixelWindow, Raster, RasterLevel } from './open-raster.ts';

/** One resolution of north-up cells. */
export interface NorthUpLevel {
  /** Cells across and down. */
  readonly width: number;
  readonly height: number;
  /** World extent of a cell, both positive. */
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** Elevations of a raster in cells along the axes of its system, from its north-west outer corner. */
export interface NorthUpElevations {
  readonly west: number;
  readonly north: number;
  /** As the raster's levels. */
  readonly levels: readonly NorthUpLevel[];
  /**
   * The first band of a window of one level, within it; row-major from the north-west, NaN where there is none, the
   * caller's own. Errors: those of `Raster.readWindow`.
   */
  read(level: number, window: PixelWindow, signal?: AbortSignal): Promise<Float32Array<ArrayBuffer>>;
}

interface NorthUpOptions {
  /** Cells are as wide as high, those of other shapes are interpolated too. */
  readonly isSquare?: boolean;
}

/** Two edges of a cell may differ by this share and be the same. */
const sameShare = 1e-6;
/** A place this near to a cell's centre, in cells, is that centre. */
const sameCell = 1e-6;

/** True where a raster's cells already have the requested orientation. */
function liesSo([, a, b, , c, d]: GeoTransform, isSquare: boolean): boolean {
  if (b !== 0 || c !== 0 || a <= 0 || d >= 0) return false;
  return !isSquare || Math.abs(a + d) <= sameShare * a;
}

/** Level pixels to the coordinates of the system. */
function transformOf([x0, a, b, y0, c, d]: GeoTransform, { scale: [sx, sy] }: RasterLevel): GeoTransform {
  return [x0, a * sx, b * sy, y0, c * sx, d * sy];
}

/**
 * An elevation raster as cells along the axes of its system. Such cells are used unchanged; those of rotated,
 * mirrored or sheared rasters, and with `isSquare` of oblong ones, are interpolated between four centres (bilinear)
 * into squares of the same area.
 * @throws geometry.raster-unplaced
 */
export function northUpElevations(
  raster: Raster,
  { isSquare = false }: NorthUpOptions = {},
): NorthUpElevations {
  const { geotransform: whole, name, width, height } = raster.info;
  if (!whole || !invertGeoTransform(whole)) throw new AppError('geometry.raster-unplaced', { file: name });
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x, y]) => applyGeoTransform(whole, x!, y!));
  const [west, east] = [minOf(corners.map(([x]) => x)), maxOf(corners.map(([x]) => x))];
  const [south, north] = [minOf(corners.map(([, y]) => y)), maxOf(corners.map(([, y]) => y))];
  const parts = raster.levels.map((level, index) => {
    const transform = transformOf(whole, level);
    if (liesSo(transform, isSquare)) {
      const cells = { width: level.width, height: level.height };
      const edges = { cellWidth: transform[1], cellHeight: -transform[5] };
      return { ...cells, ...edges, read: readAsItLies(raster, index) };
    }
    const edge = Math.sqrt(Math.abs(determinantOf(transform)));
    return {
      width: Math.max(1, Math.ceil((east - west) / edge - sameCell)),
      height: Math.max(1, Math.ceil((north - south) / edge - sameCell)),
      cellWidth: edge,
      cellHeight: edge,
      read: readInterpolated(raster, index, [west, edge, 0, north, 0, -edge], transform),
    };
  });
  return {
    west,
    north,
    levels: parts,
    read: (level, window, signal) => parts[level]!.read(window, signal),
  };
}

type ReadWindow = (window: PixelWindow, signal?: AbortSignal) => Promise<Float32Array<ArrayBuffer>>;

function readAsItLies(raster: Raster, level: number): ReadWindow {
  return (window, signal) => readElevations(raster, level, window, signal ? { signal } : {});
}

/** The pixels around the centres of a window's cells; null where they miss the level. */
function pixelsUnder(toPixel: GeoTransform, window: PixelWindow, level: RasterLevel): PixelWindow | null {
  const [right, bottom] = [window.x + window.width, window.y + window.height];
  const places = [
    [window.x, window.y],
    [right, window.y],
    [window.x, bottom],
    [right, bottom],
  ].map(([x, y]) => applyGeoTransform(toPixel, x!, y!));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const x = Math.max(0, Math.floor(minOf(xs)) - 1);
  const y = Math.max(0, Math.floor(minOf(ys)) - 1);
  const width = Math.min(level.width, Math.ceil(maxOf(xs)) + 1) - x;
  const height = Math.min(level.height, Math.ceil(maxOf(ys)) + 1) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** @param cells, pixels cells and pixels of the level to the coordinates of the system */
function readInterpolated(
  raster: Raster,
  level: number,
  cells: GeoTransform,
  pixels: GeoTransform,
): ReadWindow {
  const toPixel = composeGeoTransforms(invertGeoTransform(pixels)!, cells);
  const of = raster.levels[level]!;
  return async (window, signal) => {
    const heights = new Float32Array(window.width * window.height).fill(Number.NaN);
    const under = pixelsUnder(toPixel, window, of);
    if (under === null) return heights;
    const values = await readAsItLies(raster, level)(under, signal);
    for (let row = 0; row < window.height; row++) {
      for (let column = 0; column < window.width; column++) {
        const [x, y] = applyGeoTransform(toPixel, window.x + column + 0.5, window.y + row + 0.5);
        heights[row * window.width + column] = between(values, under, [x - 0.5, y - 0.5], of);
      }
    }
    return heights;
  };
}

/**
 * The height at a place in pixel centres of the level, between those of the four around it that have one; NaN outside the
 * pixels, and where the nearest one has none.
 */
function between(
  values: Float32Array,
  { x, y, width, height }: PixelWindow,
  [atX, atY]: readonly [number, number],
  level: RasterLevel,
): number {
  const rim = 0.5 + sameCell;
  if (atX < -rim || atY < -rim || atX > level.width - 1 + rim || atY > level.height - 1 + rim)
    return Number.NaN;
  // The outer half of the outermost pixels has their height.
  const [inX, inY] = [clamp(atX, 0, level.width - 1), clamp(atY, 0, level.height - 1)];
  const [column, row] = [Math.floor(inX + sameCell), Math.floor(inY + sameCell)];
  const [u, v] = [inX - column, inY - row].map((part) => (part < sameCell ? 0 : part)) as [number, number];
  let [sum, weights, nearest, most] = [0, 0, Number.NaN, 0];
  for (const [dx, dy, weight] of [
    [0, 0, (1 - u) * (1 - v)],
    [1, 0, u * (1 - v)],
    [0, 1, (1 - u) * v],
    [1, 1, u * v],
  ] as const) {
    const [i, j] = [column + dx - x, row + dy - y];
    if (weight === 0 || i < 0 || j < 0 || i >= width || j >= height) continue;
    const value = values[j * width + i]!;
    if (weight > most) [nearest, most] = [value, weight];
    if (Number.isNaN(value)) continue;
    sum += weight * value;
    weights += weight;
  }
  return Number.isNaN(nearest) ? Number.NaN : sum / weights;
}
