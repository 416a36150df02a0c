import { describe, expect, it } from 'vitest';
import { frameCovering } from '../geometry/grid/grid.ts';
import { createRandom } from '../math/random.ts';
import { defaultLowOutliers, markLowOutliers } from './low-outliers.ts';

const frame = frameCovering({ minX: 0, minY: 0, maxX: 79, maxY: 79 }, 2);

/** Cells of a scene with some of them set. */
function scene(
  heightOf: (column: number, row: number) => number,
  lows: ReadonlyMap<number, number>,
): Float32Array {
  return Float32Array.from({ length: frame.width * frame.height }, (_, at) => {
    return lows.get(at) ?? heightOf(at % frame.width, Math.floor(at / frame.width));
  });
}
const cell = (column: number, row: number) => row * frame.width + column;
const marked = (heights: Float32Array) =>
  [...markLowOutliers(heights, heights, frame, defaultLowOutliers)].flatMap((mark, at) => (mark ? [at] : []));

describe('low outliers', () => {
  it('are echoes under smooth ground, level or sloping, alone or in clumps', () => {
    const lows = new Map([
      [cell(10, 10), -6],
      [cell(25, 20), -14],
      [cell(28, 22), -9],
    ]);
    expect(marked(scene((column) => 0.2 * column, lows))).toEqual([...lows.keys()].sort((a, b) => a - b));
  });

  it('are not returns from the ground between crowns', () => {
    const random = createRandom(4);
    const lows = new Map<number, number>();
    for (let row = 8; row < 33; row += 4) {
      for (let column = 8; column < 33; column += 4) lows.set(cell(column, row), 0);
    }
    const found = marked(scene(() => 12 + 5 * random.normal(), lows));
    expect(found.filter((at) => lows.has(at))).toEqual([]);
  });

  it('are none where a cell lies low among near ones only', () => {
    const [column, row] = [20, 20];
    const ring = new Map<number, number>();
    for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) ring.set(cell(column + i, row + j), 9);
    ring.set(cell(column, row), 4);
    expect(marked(scene(() => 0, ring))).toEqual([]);
  });

  it('are none where nothing falls', () => {
    expect(marked(scene((column, row) => 0.3 * column + Math.sin(row), new Map()))).toEqual([]);
  });
});
