import { groundGrid, groundMap, type MeasuredPlace } from '#domain/crs/ground/ground-plane.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { createGrid, type Grid, sampleGrid } from '#domain/geometry/grid/grid.ts';
import { gridToTin } from '#domain/geometry/grid/grid-surface.ts';
import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import {
  applyGeoTransform,
  composeGeoTransforms,
  determinantOf,
  invertGeoTransform,
} from '#domain/geometry/plane/affine.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import type { Surface } from '../../contract/geometry-tasks.ts';
import type { PlacedHeights } from './placed-surface.ts';

/**
 * The plane that a surface is measured in: its lengths and areas are those of the ground, and raster cells are
 * squares along its axes.
 */
export interface MeasuringFrame {
  /** The surface itself in the frame. */
  readonly surface: Surface;
  polygon(polygon: Polygon): Polygon;
  /** Another surface of the same system in the frame; of two rasters it has the cells of the first. */
  other(placed: PlacedHeights): Surface;
  /** A place of the frame in the coordinates of the system. */
  toWorld(x: number, y: number): [number, number];
}

const unchanged: GeoTransform = [0, 1, 0, 0, 0, 1];

function mapPolygon(map: GeoTransform, polygon: Polygon): Polygon {
  if (map === unchanged) return polygon;
  return polygon.map((ring) =>
    ring.map(([x, y, ...z]) => [...applyGeoTransform(map, x, y), ...z] as [number, number, number?]),
  );
}

/** A TIN in another frame; an affine map that mirrors reverses its triangles. */
export function mapTin(map: GeoTransform, tin: Tin): Tin {
  if (map === unchanged) return tin;
  const { points, triangles } = tin;
  const moved = points.slice();
  for (let i = 0; i < moved.length; i += 3) {
    const [x, y] = applyGeoTransform(map, points[i]!, points[i + 1]!);
    moved[i] = x;
    moved[i + 1] = y;
  }
  if (determinantOf(map) > 0) return { points: moved, triangles };
  const turned = triangles.slice();
  for (let t = 0; t < turned.length; t += 3) {
    turned[t] = triangles[t + 1]!;
    turned[t + 1] = triangles[t]!;
  }
  return { points: moved, triangles: turned };
}

/** A surface as a TIN in the coordinates of its system. */
export function worldTin({ surface, toWorld }: PlacedHeights): Tin {
  if (surface.kind === 'tin') return surface.tin;
  const tin = gridToTin(surface.grid);
  return toWorld ? mapTin(toWorld, tin) : tin;
}

/** Coordinates of the system to those of a surface's grid. */
function toGrid({ toWorld }: PlacedHeights): GeoTransform {
  return toWorld ? invertGeoTransform(toWorld)! : unchanged;
}

/** The heights of another raster at the centres of a grid's cells. */
function resample(placed: PlacedHeights, grid: Grid, otherGrid: Grid, other: PlacedHeights): Grid {
  const toOther = composeGeoTransforms(toGrid(other), placed.toWorld ?? unchanged);
  const values = new Float32Array(grid.width * grid.height);
  for (let row = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++) {
      const x = grid.originX + column * grid.cellSize;
      const y = grid.originY - row * grid.cellSize;
      values[row * grid.width + column] = sampleGrid(otherGrid, ...applyGeoTransform(toOther, x, y));
    }
  }
  return createGrid(grid, values);
}

/** The frame of a surface for an area about a place. */
export function measuringFrame(placed: PlacedHeights, at: MeasuredPlace): MeasuringFrame {
  if (placed.surface.kind === 'tin') {
    const map = groundMap(at) ?? unchanged;
    return {
      surface: { kind: 'tin', tin: mapTin(map, placed.surface.tin) },
      polygon: (polygon) => mapPolygon(map, polygon),
      other: (other) => ({ kind: 'tin', tin: mapTin(map, worldTin(other)) }),
      toWorld: (x, y) => applyGeoTransform(invertGeoTransform(map)!, x, y),
    };
  }
  const { grid: own } = placed.surface;
  const { grid, toFrame } = groundGrid(own, placed.toWorld, at);
  const map = composeGeoTransforms(toFrame, toGrid(placed));
  return {
    surface: { kind: 'grid', grid },
    polygon: (polygon) => mapPolygon(map, polygon),
    other(other) {
      if (other.surface.kind === 'tin') return { kind: 'tin', tin: mapTin(map, other.surface.tin) };
      const { values } = resample(placed, own, other.surface.grid, other);
      return { kind: 'grid', grid: createGrid(grid, values) };
    },
    toWorld: (x, y) => applyGeoTransform(invertGeoTransform(map)!, x, y),
  };
}

/** An error that names a place of a frame, with that place in the coordinates of the system. */
export function inWorld(error: unknown, toWorld: MeasuringFrame['toWorld']): unknown {
  if (!(error instanceof AppError) || error.code !== 'geometry.base-off-surface') return error;
  const [x, y] = toWorld(Number(error.params['x']), Number(error.params['y']));
  return new AppError(error.code, { ...error.params, x: Number(x.toFixed(6)), y: Number(y.toFixed(6)) });
}
