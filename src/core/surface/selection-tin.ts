import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { type Grid, sampleGrid } from '#domain/geometry/grid/grid.ts';
import { containment } from '#domain/geometry/plane/measure.ts';
import { meanHeight } from '#domain/geometry/plane/same-places.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { clamp } from '#domain/math/clamp.ts';

/** Input of `geometry.buildTin`. */
export interface TinInput {
  /** xyz a point, length 3n. */
  readonly points: Float64Array;
  /** Point numbers along lines that become edges. */
  readonly breaklines: Uint32Array[];
}

/**
 * Points of a gridded surface inside a ring, and the ring itself cut into legs of at most a cell that lie on the
 * surface, as a breakline. Elevations in the grid's unit. Places where the surface has no value are left out.
 */
export function ringTinInput(grid: Grid, ring: readonly Position[]): TinInput {
  const points: number[] = [];
  const outline: number[] = [];
  for (const [i, from] of ring.entries()) {
    const to = ring[(i + 1) % ring.length]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / grid.cellSize));
    for (let step = 0; step < steps; step++) {
      const x = from[0] + ((to[0] - from[0]) * step) / steps;
      const y = from[1] + ((to[1] - from[1]) * step) / steps;
      const z = sampleGrid(grid, x, y);
      if (Number.isNaN(z)) continue;
      outline.push(points.length / 3);
      points.push(x, y, z);
    }
  }
  const outlineCount = points.length / 3;
  const nearest = grid.cellSize * 0.35;
  for (let row = 0; row < grid.height; row++) {
    const y = grid.originY - row * grid.cellSize;
    for (let column = 0; column < grid.width; column++) {
      const z = grid.values[row * grid.width + column]!;
      if (Number.isNaN(z)) continue;
      const x = grid.originX + column * grid.cellSize;
      if (containment([ring], x, y) !== 'inside' || isNearRing(ring, x, y, nearest)) continue;
      points.push(x, y, z);
    }
  }
  const line = outlineCount >= 3 ? [Uint32Array.from([...outline, outline[0]!])] : [];
  return { points: Float64Array.from(points), breaklines: line };
}

/** Prevents slivers along the outline. */
function isNearRing(ring: readonly Position[], x: number, y: number, distance: number): boolean {
  return ring.some((from, i) => {
    const to = ring[(i + 1) % ring.length]!;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const t = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);
    const along = clamp(t, 0, 1);
    return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy) < distance;
  });
}

/**
 * Vertices of features that have elevations, lines and outlines as breaklines; equal places are taken once, with the mean
 * of their heights.
 */
export function featureTinInput(features: readonly DrawingFeature[], zFactor: number): TinInput {
  const points: number[] = [];
  const numbers = new Map<string, number>();
  const heights: number[][] = [];
  const breaklines: Uint32Array[] = [];
  for (const { kind, coordinates } of features) {
    const line: number[] = [];
    for (let i = 0; i < coordinates.length; i += 3) {
      const [x, y, z] = [coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]! * zFactor];
      if (Number.isNaN(z)) continue;
      const key = `${x},${y}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = points.length / 3;
        numbers.set(key, number);
        points.push(x, y, z);
        heights.push([]);
      }
      heights[number]!.push(z);
      if (line.at(-1) !== number) line.push(number);
    }
    if (kind === 'polygon' && line.length > 2) line.push(line[0]!);
    if (kind !== 'point' && line.length > 1) breaklines.push(Uint32Array.from(line));
  }
  for (const [number, all] of heights.entries()) points[3 * number + 2] = meanHeight(all);
  return { points: Float64Array.from(points), breaklines };
}

/** A TIN without the triangles whose middle lies outside the ring, and with its elevations multiplied. */
export function finishTin(tin: Tin, ring: readonly Position[] | null, zScale: number): Tin {
  const { points, triangles } = tin;
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const x = (points[3 * a]! + points[3 * b]! + points[3 * c]!) / 3;
    const y = (points[3 * a + 1]! + points[3 * b + 1]! + points[3 * c + 1]!) / 3;
    if (ring === null || containment([ring], x, y) === 'inside') kept.push(a, b, c);
  }
  const scaled = points.slice();
  for (let i = 2; i < scaled.length; i += 3) scaled[i] = scaled[i]! * zScale;
  return { points: scaled, triangles: Uint32Array.from(kept) };
}
