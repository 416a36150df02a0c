import type { Rect } from '#domain/geometry/grid/grid.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { SeenGround } from '../context.ts';

/** Islands lighter than this share of the heaviest one have no support. */
const minShare = 0.005;

/** Whether surfaces follow a place gathered before. */
export type IsFollowed = (x: number, y: number) => boolean;

/** Points gathered in cells, and touching cells in islands. */
export interface Islands {
  see(x: number, y: number, z: number, weight: number): void;
  /** Places whose island weighs at least a share of the heaviest one. */
  heavy(): IsFollowed;
  /** Places in or beside a cell that enough photos see well at the mean height of its points. */
  near(seen: SeenGround): IsFollowed;
}

/** Numbers the islands of marked cells (8-connected); 0 elsewhere. */
function label(weights: Float64Array, width: number, height: number): { labels: Uint32Array; count: number } {
  const labels = new Uint32Array(weights.length);
  let count = 0;
  const stack: number[] = [];
  for (let start = 0; start < weights.length; start++) {
    if (weights[start]! <= 0 || labels[start] !== 0) continue;
    labels[start] = ++count;
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [column, row] = [at % width, Math.floor(at / width)];
      for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r++) {
        for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, width - 1); c++) {
          const next = r * width + c;
          if (weights[next]! <= 0 || labels[next] !== 0) continue;
          labels[next] = count;
          stack.push(next);
        }
      }
    }
  }
  return { labels, count };
}

/** Islands of points within bounds; gaps of two cells separate them, narrower ones do not. */
export function createIslands(bounds: Rect, cell: number): Islands {
  const width = Math.floor((bounds.maxX - bounds.minX) / cell) + 1;
  const height = Math.floor((bounds.maxY - bounds.minY) / cell) + 1;
  const weights = new Float64Array(width * height);
  const points = new Float64Array(width * height);
  const heights = new Float64Array(width * height);
  const cellOf = (x: number, y: number) => {
    const column = clamp(Math.floor((x - bounds.minX) / cell), 0, width - 1);
    return clamp(Math.floor((y - bounds.minY) / cell), 0, height - 1) * width + column;
  };

  function markAround(marks: Uint8Array, at: number): void {
    const [column, row] = [at % width, Math.floor(at / width)];
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r++) {
      for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, width - 1); c++)
        marks[r * width + c] = 1;
    }
  }

  return {
    see(x, y, z, weight) {
      const at = cellOf(x, y);
      weights[at] = weights[at]! + weight;
      points[at] = points[at]! + 1;
      heights[at] = heights[at]! + z;
    },
    heavy() {
      const { labels, count } = label(weights, width, height);
      const total = new Float64Array(count + 1);
      for (let at = 0; at < labels.length; at++) total[labels[at]!] = total[labels[at]!]! + weights[at]!;
      const heaviest = total.reduce((most, weight) => Math.max(most, weight), 0);
      return (x, y) => total[labels[cellOf(x, y)]!]! >= minShare * heaviest;
    },
    near(seen) {
      const cells = Uint32Array.from(points.keys()).filter((at) => points[at]! > 0);
      const places = new Float64Array(3 * cells.length);
      cells.forEach((at, k) => {
        places[3 * k] = bounds.minX + ((at % width) + 0.5) * cell;
        places[3 * k + 1] = bounds.minY + (Math.floor(at / width) + 0.5) * cell;
        places[3 * k + 2] = heights[at]! / points[at]!;
      });
      const isSeen = new Uint8Array(points.length);
      seen.at(places).forEach((mark, k) => {
        if (mark === 1) markAround(isSeen, cells[k]!);
      });
      return (x, y) => isSeen[cellOf(x, y)] === 1;
    },
  };
}
