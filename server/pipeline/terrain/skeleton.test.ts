import { describe, expect, it } from 'vitest';
import type { ColumnPoints } from '../cloud/column-points.ts';
import type { Spool } from '../cloud/spool.ts';
import { createSkeleton, withSkeleton } from './skeleton.ts';

const scaling = { scale: [0.5, 0.5, 0.5], offset: [100, 200, 0] } as const;
const bounds = { minX: 100, minY: 200, maxX: 120, maxY: 220 };

/** Two columns of points half a metre apart, 20 × 20 m together. */
const columns = [0, 20].map((from) =>
  Int32Array.from({ length: 20 * 40 * 3 }, (_, i) => {
    const point = Math.floor(i / 3);
    return [from + (point % 20), Math.floor(point / 20), 7][i % 3]!;
  }),
);
const spool = { layout: { scaling }, columns: [0, 1] } as unknown as Spool;
const source = { column: async (column: unknown) => columns[column as number]! } as unknown as ColumnPoints;

describe('the thin sample of a survey', () => {
  it('has a point of each cell', async () => {
    const { points, cell } = await createSkeleton(spool, source, bounds, 2);
    expect(cell).toBe(2);
    expect(points.length / 3).toBe(100);
    const cells = new Set<string>();
    for (let k = 0; k < points.length; k += 3) {
      cells.add(`${Math.floor((points[k]! - 100) / 2)} ${Math.floor((points[k + 1]! - 200) / 2)}`);
      expect(points[k + 2]).toBe(3.5);
    }
    expect(cells.size).toBe(100);
  });

  it.each([25, 16, 4, 1])('takes larger cells where it would hold more than %i points', async (most) => {
    const { points, cell } = await createSkeleton(spool, source, bounds, 2, most);
    expect(cell).toBe(20 / Math.sqrt(most));
    expect(points.length / 3).toBe(most);
  });

  it('joins the points of a tile with those outside of it', async () => {
    const skeleton = await createSkeleton(spool, source, bounds, 10);
    expect(skeleton.points.length / 3).toBe(4);
    const tile = { minX: 100, minY: 200, maxX: 109, maxY: 209 };
    const inside = Float64Array.of(104, 204, 1, 105, 205, 2);
    const all = withSkeleton(inside, skeleton, tile);
    expect(all.subarray(0, 6)).toEqual(inside);
    expect(all.length / 3).toBe(5);
  });
});
