import { describe, expect, it } from 'vitest';
import { toHalf } from './half-float.ts';
import { prepareTerrainTile } from './terrain-tile.ts';

const size = 6;

function createPlane(eastward: number, northward: number, cellWidth: number, cellHeight: number) {
  const values = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      values[row * size + column] = 100 + eastward * column * cellWidth - northward * row * cellHeight;
    }
  }
  return values;
}

describe('prepareTerrainTile', () => {
  it('gives a plane its slope everywhere, edges, holes and their rims included', () => {
    const values = createPlane(0.25, -0.5, 2, 4);
    values[2 * size + 3] = Number.NaN;
    const { slopes, mask } = prepareTerrainTile(values, size, 2, 4, null);
    for (let i = 0; i < size * size; i++) {
      expect(mask[i]).toBe(i === 2 * size + 3 ? 0 : 255);
      expect([slopes[i * 2], slopes[i * 2 + 1]]).toEqual([toHalf(0.25), toHalf(-0.5)]);
    }
  });

  it('fills what is missing with the nearest value, so that no height is absurd', () => {
    const values = new Float32Array(size * size).fill(Number.NaN);
    values[3 * size + 2] = 57.5;
    const { heights, base, range, mask } = prepareTerrainTile(values, size, 1, 1, null);
    expect([...heights].every((height) => height + base === 57.5)).toBe(true);
    expect(range).toEqual([57.5, 57.5]);
    expect(mask.reduce((sum, value) => sum + value, 0)).toBe(255);
  });

  it('says when there is nothing', () => {
    const empty = prepareTerrainTile(new Float32Array(size * size).fill(Number.NaN), size, 1, 1, null);
    expect(empty.range).toBeNull();
    expect([...empty.heights].every((height) => height === 0)).toBe(true);
  });
});
