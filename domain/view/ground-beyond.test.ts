import { describe, expect, it } from 'vitest';
import { extendTile, groundBeyond } from './ground-beyond.ts';

const width = 48;
const height = 40;
const heightAt = (x: number, y: number) => 100 + 0.5 * x - 0.25 * y + 3 * Math.sin(x / 7);

/** A hillside with nodata in a strip at the east edge and in a round hole. */
function hillside(step = 1, from = 0): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: (width / step) * (height / step) }, (_, i) => {
    const x = (i % (width / step)) * step + from;
    const y = Math.floor(i / (width / step)) * step + from;
    const isMissing = x > 38 || Math.hypot(x - 15, y - 20) < 5;
    return isMissing ? Number.NaN : heightAt(x, y);
  });
}

describe('the ground beyond a raster', () => {
  it('keeps every value, fills every other cell between the lowest and the highest, and tells holes from outside', () => {
    const before = hillside();
    const { heights, outside } = groundBeyond(hillside(), width, height)!;
    const known = before.filter((value) => !Number.isNaN(value));
    const [low, high] = [Math.min(...known), Math.max(...known)];
    heights.forEach((value, i) => {
      if (Number.isNaN(before[i]!)) expect(value >= low && value <= high).toBe(true);
      else expect(value).toBe(before[i]);
    });
    expect(outside[20 * width + 15]).toBe(0);
    expect(outside[20 * width + 44]).toBe(1);
    expect(outside[20 * width + 38]).toBe(1);
    expect(outside[20 * width + 36]).toBe(0);
  });

  it('of a raster without any value is not known', () => {
    expect(groundBeyond(new Float32Array(12).fill(Number.NaN), 4, 3)).toBeNull();
  });

  it('goes on in a finer tile from its rim without a step, and ends as the coarse ground', () => {
    const coarse = groundBeyond(hillside(2, 0.5), width / 2, height / 2)!;
    const size = 40;
    const values = hillside().filter((_, i) => i % width >= width - size);
    const mask = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 255));
    const place = { x: (width - size) / 2 - 0.25, y: -0.25, stepX: 0.5, stepY: 0.5 };
    const outside = extendTile(values, mask, size, coarse, place);
    const rim = 38 - (width - size);
    for (let row = 0; row < size; row++) {
      const at = row * size + rim;
      expect(mask[at]).toBe(255);
      expect(mask[at + 1]).toBe(0);
      expect(outside[at + 1]).toBe(1);
      // At most the slope itself from one cell to the next.
      expect(Math.abs(values[at + 1]! - values[at]!)).toBeLessThan(1);
    }
    expect(values.some(Number.isNaN)).toBe(false);
    const far = 5 * size + size - 1;
    expect(values[far]).toBeCloseTo(coarse.heights[2 * (width / 2) + width / 2 - 1]!, 0);
  });

  it('gives a tile without any value the coarse ground', () => {
    const coarse = groundBeyond(hillside(), width, height)!;
    const size = 8;
    const values = new Float32Array(size * size).fill(Number.NaN);
    extendTile(values, new Uint8Array(size * size), size, coarse, { x: 40, y: 10, stepX: 1, stepY: 1 });
    expect(values[0]).toBe(coarse.heights[10 * width + 40]);
    expect(values[size + 3]).toBe(coarse.heights[11 * width + 43]);
  });
});
