import { describe, expect, it } from 'vitest';
import { defaultFeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import { FeatureCells } from './feature-cells.ts';

function createFeature(id: string, x: number, y: number, z = 5): VectorFeature {
  const positions = Float64Array.from([x, y, z, x + 1, y, z]);
  return { id, kind: 'polyline', positions, style: defaultFeatureStyle };
}

function createGrid(count: number) {
  const cells = new FeatureCells();
  for (let i = 0; i < count; i++) cells.set(createFeature(`f${i}`, (i * 37) % 2000, (i * 91) % 1999));
  return cells;
}

const settle = (cells: FeatureCells) => {
  for (const cell of cells.all) cell.isStale = false;
};
const staleOf = (cells: FeatureCells) => [...cells.all].filter(({ isStale }) => isStale);

describe('FeatureCells', () => {
  it('holds every feature once, in cells of a bounded number', () => {
    const cells = createGrid(6000);
    const ids = [...cells.features()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6000);
    expect(ids.length).toBe(6000);
    expect(Math.max(...[...cells.all].map(({ features }) => features.size))).toBeLessThanOrEqual(1024);
  });

  it('makes one cell stale for an edit, two for a move to another', () => {
    const cells = createGrid(6000);
    settle(cells);
    cells.set(createFeature('f10', 370, 911, 9));
    expect(staleOf(cells).length).toBe(1);
    settle(cells);
    cells.set(createFeature('f10', 1900, 20));
    expect(staleOf(cells).length).toBe(2);
    expect([...cells.features()].filter(({ id }) => id === 'f10').length).toBe(1);
  });

  it('cuts no further where all stand in one place', () => {
    const cells = new FeatureCells();
    for (let i = 0; i < 2000; i++) cells.set(createFeature(`f${i}`, 3, 3));
    expect([...cells.all].map(({ features }) => features.size)).toEqual([2000]);
  });

  it('tells the bounds as they become', () => {
    const cells = new FeatureCells();
    expect(cells.bounds).toBeNull();
    cells.set(createFeature('a', 0, 0));
    cells.set(createFeature('b', 5000, 10, Number.NaN));
    expect(cells.bounds).toEqual({ min: [0, 0, 5], max: [5001, 10, 5] });
    cells.remove('a');
    expect(cells.bounds).toEqual({ min: [5000, 10, 0], max: [5001, 10, 0] });
    cells.remove('b');
    expect(cells.bounds).toBeNull();
  });
});
