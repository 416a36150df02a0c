import type { Rect } from '#domain/geometry/grid/grid.ts';
import { fillSmoothly } from '#domain/geometry/grid/smooth-fill.ts';
import type { SeenGround } from '../context.ts';

/** Mean heights of points in squares over a rectangle, filled where there are none. */
interface SquareHeights {
  readonly bounds: Rect;
  readonly edge: number;
  readonly width: number;
  readonly height: number;
  /** Row-major from the south. */
  readonly values: Float64Array;
}

export interface SquareMeter {
  /**
   * A point by its position and the integer of its height in the spool, so that the order of points does not matter.
   */
  see(x: number, y: number, z: number): void;
  finish(scale: number, offset: number): SquareHeights;
}

/** Collects heights in squares over a rectangle, `side` of them along its longer side. */
export function createSquareMeter(bounds: Rect, side: number): SquareMeter {
  const [extentX, extentY] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY];
  const edge = Math.max(extentX, extentY, 1e-9) / side;
  const [width, height] = [Math.floor(extentX / edge) + 1, Math.floor(extentY / edge) + 1];
  const sums = new Float64Array(width * height);
  const counts = new Uint32Array(width * height);
  return {
    see(x, y, z) {
      const at = Math.floor((y - bounds.minY) / edge) * width + Math.floor((x - bounds.minX) / edge);
      sums[at] = sums[at]! + z;
      counts[at] = counts[at]! + 1;
    },
    finish(scale, offset) {
      const values = sums.map((sum, at) =>
        counts[at] === 0 ? Number.NaN : (sum / counts[at]!) * scale + offset,
      );
      fillSmoothly(values, width, height);
      return { bounds, edge, width, height, values };
    },
  };
}

/** Whether enough photos see the square of a place in the rectangle well, at the square's height. */
export function seenIn(seen: SeenGround, squares: SquareHeights): (x: number, y: number) => boolean {
  const { bounds, edge, width, height, values } = squares;
  if (Number.isNaN(values[0]!)) return () => false;
  const places = new Float64Array(3 * values.length);
  for (let at = 0; at < values.length; at++) {
    places[3 * at] = bounds.minX + ((at % width) + 0.5) * edge;
    places[3 * at + 1] = bounds.minY + (Math.floor(at / width) + 0.5) * edge;
    places[3 * at + 2] = values[at]!;
  }
  const marks = seen.at(places);
  return (x, y) => {
    const [column, row] = [Math.floor((x - bounds.minX) / edge), Math.floor((y - bounds.minY) / edge)];
    return column >= 0 && row >= 0 && column < width && row < height && marks[row * width + column] === 1;
  };
}
