import type { GridFrame, Rect } from '../grid/grid.ts';
import { orientation } from './predicates.ts';

/** Finds the convex hull of points that are shown to it one by one. */
export interface HullMeter {
  see(x: number, y: number): void;
  /** The hull so far. */
  finish(): ConvexHull;
}

/** A convex hull as two chains from its least to its greatest point by x, then y; xy a point, without points on its edges. */
export interface ConvexHull {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Points outside the current hull that are gathered before it is computed again. */
const batch = 4096;
/** Centres of cells within this many cells of the hull are inside. */
const tolerance = 1e-6;

/** Where a chain is at x; NaN outside of it. */
function heightAt(chain: Float64Array, x: number): number {
  const last = chain.length / 2 - 1;
  if (last < 0 || !(x >= chain[0]! && x <= chain[2 * last]!)) return Number.NaN;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (chain[2 * middle]! <= x) low = middle;
    else high = middle;
  }
  const [x0, y0, x1, y1] = [chain[2 * low]!, chain[2 * low + 1]!, chain[2 * high]!, chain[2 * high + 1]!];
  return x1 > x0 ? y0 + ((x - x0) * (y1 - y0)) / (x1 - x0) : y0;
}

/** One chain of points sorted by x, then y: those that turn to one side (A. M. Andrew, 1979). */
function chainOf(sorted: readonly (readonly [number, number])[], side: 1 | -1): Float64Array {
  const chain: (readonly [number, number])[] = [];
  for (const point of sorted) {
    while (chain.length > 1) {
      const [a, b] = [chain[chain.length - 2]!, chain[chain.length - 1]!];
      if (side * orientation(a[0], a[1], b[0], b[1], point[0], point[1]) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return Float64Array.from(chain.flat());
}

const nowhere: Rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** A rectangle within a hull, between its vertices furthest to the south-west, south-east, north-west and north-east. */
function coreOf({ lower, upper }: ConvexHull): Rect {
  const furthest = (east: number, north: number): [number, number] => {
    let found: [number, number] = [Number.NaN, Number.NaN];
    let reach = -Infinity;
    for (const chain of [lower, upper]) {
      for (let k = 0; k < chain.length; k += 2) {
        const far = east * chain[k]! + north * chain[k + 1]!;
        if (far > reach) [reach, found] = [far, [chain[k]!, chain[k + 1]!]];
      }
    }
    return found;
  };
  const [southWest, southEast] = [furthest(-1, -1), furthest(1, -1)];
  const [northWest, northEast] = [furthest(-1, 1), furthest(1, 1)];
  return {
    minX: Math.max(southWest[0], northWest[0]),
    minY: Math.max(southWest[1], southEast[1]),
    maxX: Math.min(southEast[0], northEast[0]),
    maxY: Math.min(northWest[1], northEast[1]),
  };
}

/** A meter for the hull; each point costs the logarithm of its vertices, and memory does not grow with the points. */
export function createHullMeter(): HullMeter {
  let hull: ConvexHull = { lower: new Float64Array(0), upper: new Float64Array(0) };
  let waiting: [number, number][] = [];
  let core: Rect = nowhere;

  function settle(): void {
    for (const chain of [hull.lower, hull.upper]) {
      for (let k = 0; k < chain.length; k += 2) waiting.push([chain[k]!, chain[k + 1]!]);
    }
    waiting.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    hull = { lower: chainOf(waiting, 1), upper: chainOf(waiting, -1) };
    waiting = [];
    core = coreOf(hull);
  }

  return {
    see(x, y) {
      if (x > core.minX && x < core.maxX && y > core.minY && y < core.maxY) return;
      if (y > heightAt(hull.lower, x) && y < heightAt(hull.upper, x)) return;
      waiting.push([x, y]);
      if (waiting.length >= batch) settle();
    },
    finish() {
      settle();
      return hull;
    },
  };
}

/** First and last column of a grid whose centres lie within a hull in a row; first above last where there are none. */
export function hullColumns(hull: ConvexHull, frame: GridFrame, row: number): [first: number, last: number] {
  const { originX, originY, cellSize } = frame;
  let [west, east] = [Infinity, -Infinity];
  for (const chain of [hull.lower, hull.upper]) {
    for (let k = 0; k + 3 < chain.length; k += 2) {
      const [u0, v0] = [(chain[k]! - originX) / cellSize, (originY - chain[k + 1]!) / cellSize];
      const [u1, v1] = [(chain[k + 2]! - originX) / cellSize, (originY - chain[k + 3]!) / cellSize];
      if (Math.min(v0, v1) > row + tolerance || Math.max(v0, v1) < row - tolerance) continue;
      const isLevel = Math.abs(v1 - v0) <= tolerance;
      const at = (v: number) =>
        u0 + ((Math.min(Math.max(v, Math.min(v0, v1)), Math.max(v0, v1)) - v0) * (u1 - u0)) / (v1 - v0);
      for (const u of isLevel ? [u0, u1] : [at(row)]) {
        west = Math.min(west, u);
        east = Math.max(east, u);
      }
    }
  }
  return [Math.ceil(west - tolerance), Math.floor(east + tolerance)];
}
