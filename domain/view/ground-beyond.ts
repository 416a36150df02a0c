import { clamp } from '../math/clamp.ts';

/** Extrapolated ground where a raster has no values: a coarse version of the whole raster. */
export interface GroundBeyond {
  readonly width: number;
  readonly height: number;
  /** Elevations row-major from the north-west: the raster's own, else extrapolated from its neighbours. */
  readonly heights: Float32Array<ArrayBuffer>;
  /**
   * 1 where a cell, or one adjacent to it, has no value and is connected to the raster's edge by cells without values.
   */
  readonly outside: Uint8Array<ArrayBuffer>;
}

/** Mapping of a tile's texels into the coarse raster: centre of the first texel and step between texels, in cells. */
export interface BeyondPlace {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

interface Level {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Means of the cells with values in each 2 × 2 block. */
function halve({ width, height, values }: Level): Level {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const means = new Float32Array(half.width * half.height).fill(Number.NaN);
  for (let i = 0; i < means.length; i++) {
    const [left, top] = [(i % half.width) * 2, Math.floor(i / half.width) * 2];
    let [sum, count] = [0, 0];
    for (let row = top; row < Math.min(height, top + 2); row++) {
      for (let column = left; column < Math.min(width, left + 2); column++) {
        const value = values[row * width + column]!;
        if (Number.isNaN(value)) continue;
        sum += value;
        count++;
      }
    }
    if (count > 0) means[i] = sum / count;
  }
  return { ...half, values: means };
}

/** Bilinear between cell centres, clamped at the edges. */
export function sampleCells(
  { width, height }: Pick<GroundBeyond, 'width' | 'height'>,
  values: Float32Array,
  x: number,
  y: number,
): number {
  const left = clamp(x, 0, width - 1);
  const top = clamp(y, 0, height - 1);
  const column = Math.min(Math.floor(left), Math.max(0, width - 2));
  const row = Math.min(Math.floor(top), Math.max(0, height - 2));
  const [u, v] = [left - column, top - row];
  const at = row * width + column;
  const [right, below] = [width > 1 ? 1 : 0, height > 1 ? width : 0];
  const north = values[at]! * (1 - u) + values[at + right]! * u;
  const south = values[at + below]! * (1 - u) + values[at + below + right]! * u;
  return north * (1 - v) + south * v;
}

/** Fills cells without a value from the coarser levels, so that values vary more slowly farther from valid cells. */
function fill(level: Level): void {
  const { width, values } = level;
  if (!values.some(Number.isNaN)) return;
  const coarser = halve(level);
  fill(coarser);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]!)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    values[i] = sampleCells(coarser, coarser.values, (x - 0.5) / 2, (y - 0.5) / 2);
  }
}

/** Cells without a value that are connected to the edge by such cells, and their neighbours. */
function findOutside({ width, height, values }: Level): Uint8Array<ArrayBuffer> {
  const outside = new Uint8Array(values.length);
  const stack: number[] = [];
  const visit = (at: number) => {
    if (outside[at] || !Number.isNaN(values[at]!)) return;
    outside[at] = 1;
    stack.push(at);
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x);
  const found: number[] = [];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    found.push(at);
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at + width < values.length) visit(at + width);
  }
  for (const at of found) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      outside.fill(1, row * width + Math.max(0, x - 1), row * width + Math.min(width, x + 2));
  }
  return outside;
}

/**
 * Extrapolates a whole raster beyond its values, by means of increasingly large squares (the pull-push of S. J. Gortler
 * et al., "The Lumigraph", 1996, with bilinear weights); null where it has none. `values` (changed): NaN where there is
 * none.
 */
export function groundBeyond(
  values: Float32Array<ArrayBuffer>,
  width: number,
  height: number,
): GroundBeyond | null {
  if (values.every(Number.isNaN)) return null;
  const level = { width, height, values };
  const outside = findOutside(level);
  fill(level);
  return { width, height, heights: values, outside };
}

/** Width in coarse cells over which the ground blends into the coarse one. */
const blendCells = 3;

/**
 * For each texel the nearest one with a value, -1 where there is none: two sweeps that propagate neighbours' results
 * (P.-E. Danielsson, 1980).
 */
function nearestValues(mask: Uint8Array, size: number): Int32Array {
  const nearest = Int32Array.from(mask, (value, i) => (value === 0 ? -1 : i));
  const away = (from: number, to: number) =>
    ((from % size) - (to % size)) ** 2 + (Math.floor(from / size) - Math.floor(to / size)) ** 2;
  const offer = (at: number, other: number) => {
    const candidate = nearest[other]!;
    if (candidate < 0) return;
    const own = nearest[at]!;
    if (own < 0 || away(at, candidate) < away(at, own)) nearest[at] = candidate;
  };
  const sweep = (row: number, up: number) => {
    const first = row * size;
    for (let x = 0; x < size; x++) {
      if (mask[first + x]) continue;
      if (up >= 0 && up < size) offer(first + x, up * size + x);
      if (x > 0) offer(first + x, first + x - 1);
    }
    for (let x = size - 2; x >= 0; x--) if (!mask[first + x]) offer(first + x, first + x + 1);
  };
  for (let row = 0; row < size; row++) sweep(row, row - 1);
  for (let row = size - 1; row >= 0; row--) sweep(row, row + 1);
  return nearest;
}

/**
 * Fills texels of a tile without a value: elevations continue those of the tile without a step and blend into the
 * coarse ground. `values` (changed): size² elevations; `mask`: not 0 where there is one. Returns 1 for texels outside
 * the valid area, 0 for those in holes, length size².
 */
export function extendTile(
  values: Float32Array,
  mask: Uint8Array,
  size: number,
  ground: GroundBeyond,
  place: BeyondPlace,
): Uint8Array {
  const outside = new Uint8Array(values.length);
  const nearest = nearestValues(mask, size);
  const xOf = (at: number) => place.x + (at % size) * place.stepX;
  const yOf = (at: number) => place.y + Math.floor(at / size) * place.stepY;
  const coarse = (at: number) => sampleCells(ground, ground.heights, xOf(at), yOf(at));
  for (let at = 0; at < values.length; at++) {
    if (mask[at]) continue;
    const [x, y] = [xOf(at), yOf(at)];
    const column = clamp(Math.round(x), 0, ground.width - 1);
    const row = clamp(Math.round(y), 0, ground.height - 1);
    outside[at] = ground.outside[row * ground.width + column]!;
    const from = nearest[at]!;
    values[at] = coarse(at);
    if (from < 0) continue;
    const share = Math.min(1, Math.hypot(x - xOf(from), y - yOf(from)) / blendCells);
    const weight = 1 - share * share * (3 - 2 * share);
    values[at] = values[at]! + (values[from]! - coarse(from)) * weight;
  }
  return outside;
}
