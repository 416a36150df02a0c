import { describe, expect, it } from 'vitest';
import { createSkeletonMeter } from './skeleton.ts';

const bounds = { minX: 100, minY: 200, maxX: 120, maxY: 220 };

/** Passes points half a metre apart over 20 × 20 m, and one outside. */
function sampleOf(wantedCell: number, most?: number) {
  const meter = createSkeletonMeter(bounds, wantedCell, most);
  for (let k = 0; k < 40 * 40; k++) meter.see(100 + (k % 40) / 2, 200 + Math.floor(k / 40) / 2, 3.5);
  meter.see(150, 210, 3.5);
  return { cell: meter.cell, points: meter.finish() };
}

describe('the thin sample of a survey', () => {
  it('has a point of each cell', () => {
    const { points, cell } = sampleOf(2);
    expect(cell).toBe(2);
    expect(points.length / 3).toBe(100);
    const cells = new Set<string>();
    for (let k = 0; k < points.length; k += 3) {
      cells.add(`${Math.floor((points[k]! - 100) / 2)} ${Math.floor((points[k + 1]! - 200) / 2)}`);
      expect(points[k + 2]).toBe(3.5);
    }
    expect(cells.size).toBe(100);
  });

  it.each([25, 16, 4, 1])('takes larger cells where it would hold more than %i points', (most) => {
    const { points, cell } = sampleOf(2, most);
    expect(cell).toBe(20 / Math.sqrt(most));
    expect(points.length / 3).toBe(most);
  });
});
