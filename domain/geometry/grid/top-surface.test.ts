import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import type { GridFrame } from './grid.ts';
import { topSurface } from './top-surface.ts';

const frame: GridFrame = { width: 20, height: 20, originX: 0.25, originY: 9.75, cellSize: 0.5 };
const metres = { horizontal: 1, vertical: 1 };

/** Points all over the frame with normal errors in height of the given standard deviation. */
function scatter(count: number, sigma: number, heightAt: (x: number, y: number) => number): number[] {
  const random = createRandom(count);
  return Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, 10), random.between(0, 10)];
    return [x, y, heightAt(x, y) + sigma * random.normal()];
  }).flat();
}

/** Mean and root mean square of height − truth at the cells' centres. */
function errorOf(heights: Float64Array, heightAt: (x: number, y: number) => number) {
  const errors = Array.from(
    heights,
    (z, cell) => z - heightAt(0.25 + (cell % 20) / 2, 9.75 - Math.floor(cell / 20) / 2),
  ).filter((error) => !Number.isNaN(error));
  expect(errors.length).toBeGreaterThan(0.98 * heights.length);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return { mean, rms: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length) };
}

describe('the topmost surface of points that err', () => {
  it.each([5, 15, 60])('lies in the points of a slope, not above them, with %i a cell', (perCell) => {
    const slope = (x: number, y: number) => 100 + 0.6 * x - 0.3 * y;
    const points = Float64Array.from(scatter(400 * perCell, 0.03, slope));
    const { mean, rms } = errorOf(topSurface(points, frame, metres), slope);
    expect(Math.abs(mean)).toBeLessThan(0.004);
    expect(rms).toBeLessThan(perCell > 10 ? 0.015 : 0.04);
  });

  it('is that of the roof up to its edge and that of the ground beyond', () => {
    // The roof's edge is inside a column of cells, beyond their centres.
    const roof = (x: number) => (x < 5.4 ? 106 : 100);
    const points = Float64Array.from(scatter(400 * 25, 0.02, roof));
    const heights = topSurface(points, frame, metres);
    expect(errorOf(heights, roof).rms).toBeLessThan(0.02);
  });

  it('does not follow single points far off', () => {
    const flat = () => 100;
    const random = createRandom(3);
    const stray = Array.from({ length: 200 }, (_, k) => [
      random.between(0, 10),
      random.between(0, 10),
      100 + (k % 2 === 0 ? 0.5 : -0.5) * random.between(0.6, 1.8),
    ]).flat();
    const points = Float64Array.from([...scatter(400 * 12, 0.02, flat), ...stray]);
    const { mean, rms } = errorOf(topSurface(points, frame, metres), flat);
    expect(Math.abs(mean)).toBeLessThan(0.004);
    expect(rms).toBeLessThan(0.03);
  });

  it('is unknown where there are no points, and a lone point’s height where there is one', () => {
    const heights = topSurface(Float64Array.of(0.1, 9.9, 7), frame, metres);
    expect(heights[0]).toBe(7);
    expect(heights.slice(1).every(Number.isNaN)).toBe(true);
  });

  it('does not depend on the order of the points, nor on the unit of heights', () => {
    const points = scatter(400 * 9, 0.05, (x, y) => 50 + 0.2 * x * y);
    const triples = Array.from({ length: points.length / 3 }, (_, k) => points.slice(3 * k, 3 * k + 3));
    const [heights, turned] = [triples, triples.toReversed()].map((list) =>
      topSurface(Float64Array.from(list.flat()), frame, metres),
    );
    const differs = heights!.map((z, cell) => Math.abs(z - turned![cell]!));
    expect(differs.every((by) => !(by > 1e-9))).toBe(true);
    const feet = Float64Array.from(points, (value, k) => (k % 3 === 2 ? value / 0.3048 : value));
    const inFeet = topSurface(feet, frame, { horizontal: 1, vertical: 0.3048 });
    expect(inFeet.every((z, cell) => !(Math.abs(z * 0.3048 - heights![cell]!) > 1e-6))).toBe(true);
  });

  describe('with the points around a cell', () => {
    const reach = 2;

    it('is nearer to the truth than by those of the cell alone', () => {
      const slope = (x: number, y: number) => 100 + 0.4 * x - 0.3 * y;
      const points = Float64Array.from(scatter(400 * 4, 0.06, slope));
      const alone = errorOf(topSurface(points, frame, metres), slope);
      const around = errorOf(topSurface(points, frame, metres, undefined, reach), slope);
      expect(around.rms).toBeLessThan(0.5 * alone.rms);
      expect(Math.abs(around.mean)).toBeLessThan(0.004);
    });

    it('still ends with the roof, to the cell', () => {
      const roof = (x: number) => (x < 5.5 ? 106 : 100);
      const points = Float64Array.from(scatter(400 * 9, 0.02, roof));
      expect(errorOf(topSurface(points, frame, metres, undefined, reach), roof).rms).toBeLessThan(0.02);
    });

    it('does not depend on the window, and is unknown in cells without points', () => {
      const points = Float64Array.from(scatter(400, 0.05, (x, y) => 50 + 0.2 * x * y));
      const whole = topSurface(points, frame, metres, undefined, reach);
      const window = { x: 3, y: 6, width: 9, height: 5 };
      const part = topSurface(points, frame, metres, window, reach);
      expect(part).toEqual(
        Float64Array.from(part, (_, k) => whole[(6 + Math.floor(k / 9)) * 20 + 3 + (k % 9)]!),
      );
      const empty = topSurface(points, frame, metres).map((z) => (Number.isNaN(z) ? 1 : 0));
      expect(whole.map((z) => (Number.isNaN(z) ? 1 : 0))).toEqual(empty);
      expect(empty.some((mark) => mark === 1)).toBe(true);
    });
  });
});
