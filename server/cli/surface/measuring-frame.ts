import type { GroundScale } from '#domain/crs/ground-scale.ts';
import type { GeoTransform } from '#domain/formats/tiff/geotransform.ts';
import { applyGeoTransform, determinantOf, invertGeoTransform } from '#domain/geometry/affine.ts';
import { createGrid, type Grid, sampleGrid } from '#domain/geometry/grid.ts';
import { gridToTin } from '#domain/geometry/grid-surface.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { Tin } from '#domain/geometry/tin.ts';
import type { Surface } from '#workers/contract/geometry-tasks.ts';
import type { PlacedSurface } from './placed-surface.ts';

/** The place that stands for a measured area, and what lengths there are on the ground. */
export interface MeasuredPlace {
  readonly place: readonly [x: number, y: number];
  /** Null where the system does not say: lengths are those of its plane. */
  readonly scale: GroundScale | null;
}

/**
 * The plane that a surface is measured in: lengths and areas there are those of the ground, and cells of a raster are
 * squares along its axes.
 */
export interface MeasuringFrame {
  /** The surface itself in the frame. */
  readonly surface: Surface;
  polygon(polygon: Polygon): Polygon;
  /** Another surface of the same system in the frame; of two rasters it has the cells of the first. */
  other(placed: PlacedSurface): Surface;
  /** A place of the frame in the coordinates of the system. */
  toWorld(x: number, y: number): [number, number];
}

const unchanged: GeoTransform = [0, 1, 0, 0, 0, 1];

/** Ground lengths from a place of the system, as an affine map. */
function groundMap({ scale, place: [x, y] }: MeasuredPlace): GeoTransform {
  if (!scale) return unchanged;
  const { eastX, eastY, northX, northY } = scale;
  return [-eastX * x - eastY * y, eastX, eastY, -northX * x - northY * y, northX, northY];
}

function compose(outer: GeoTransform, inner: GeoTransform): GeoTransform {
  const [, a, b, , c, d] = inner;
  const [x0, y0] = applyGeoTransform(outer, inner[0], inner[3]);
  const [, oa, ob, , oc, od] = outer;
  return [x0, oa * a + ob * c, oa * b + ob * d, y0, oc * a + od * c, oc * b + od * d];
}

function mapPolygon(map: GeoTransform, polygon: Polygon): Polygon {
  if (map === unchanged) return polygon;
  return polygon.map((ring) =>
    ring.map(([x, y, ...z]) => [...applyGeoTransform(map, x, y), ...z] as [number, number, number?]),
  );
}

/** A TIN elsewhere; an affine map that mirrors turns its triangles. */
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
export function worldTin({ surface, toWorld }: PlacedSurface): Tin {
  if (surface.kind === 'tin') return surface.tin;
  const tin = gridToTin(surface.grid);
  return toWorld ? mapTin(toWorld, tin) : tin;
}

/** Coordinates of the system to those of a surface's grid. */
function toGrid({ toWorld }: PlacedSurface): GeoTransform {
  return toWorld ? invertGeoTransform(toWorld)! : unchanged;
}

/** The heights of another raster at the centres of a grid's cells. */
function resample(placed: PlacedSurface, grid: Grid, otherGrid: Grid, other: PlacedSurface): Grid {
  const toOther = compose(toGrid(other), placed.toWorld ?? unchanged);
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

/** A grid whose cells have the area that they have on the ground, and the map of its old coordinates to the new. */
function scaledGrid(placed: PlacedSurface, grid: Grid, at: MeasuredPlace) {
  const toGround = compose(groundMap(at), placed.toWorld ?? unchanged);
  const factor = Math.sqrt(Math.abs(determinantOf(toGround)));
  const toFrame: GeoTransform = [-grid.originX * factor, factor, 0, -grid.originY * factor, 0, factor];
  const frame = { ...grid, originX: 0, originY: 0, cellSize: grid.cellSize * factor };
  // from slopes in the frame to slopes on the ground: the inverse of the frame's steps there
  const [, a, b, , c, d] = toGround.map((value) => value / factor) as unknown as GeoTransform;
  const slopeMetric = { pp: d * d + b * b, pq: -2 * (c * d + a * b), qq: c * c + a * a };
  return { grid: { ...createGrid(frame, grid.values), slopeMetric }, toFrame };
}

/** The frame of a surface for an area about a place. */
export function measuringFrame(placed: PlacedSurface, at: MeasuredPlace): MeasuringFrame {
  if (placed.surface.kind === 'tin') {
    const map = groundMap(at);
    return {
      surface: { kind: 'tin', tin: mapTin(map, placed.surface.tin) },
      polygon: (polygon) => mapPolygon(map, polygon),
      other: (other) => ({ kind: 'tin', tin: mapTin(map, worldTin(other)) }),
      toWorld: (x, y) => applyGeoTransform(invertGeoTransform(map)!, x, y),
    };
  }
  const { grid: own } = placed.surface;
  const { grid, toFrame } = scaledGrid(placed, own, at);
  const map = compose(toFrame, toGrid(placed));
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
