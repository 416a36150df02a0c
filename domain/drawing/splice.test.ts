import { describe, expect, it } from 'vitest';
import type { DrawingFeature } from './feature.ts';
import { spliceFeature } from './splice.ts';

const square: DrawingFeature = {
  id: 'a',
  kind: 'polygon',
  layerId: 'l',
  code: '',
  name: '',
  coordinates: [0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0, 2, 2, 0, 4, 2, 0, 4, 4, 0],
  holeStarts: [4],
  bulges: [1, 2, 3, 4, 5, 6, 7],
  rank: 1,
};

describe('replacing vertices', () => {
  it('keeps arcs where a vertex moves', () => {
    const moved = spliceFeature(square, 1, 1, [9, 0, 0]);
    expect(moved.bulges).toEqual(square.bulges);
    expect(moved.coordinates.slice(3, 6)).toEqual([9, 0, 0]);
  });

  it('straightens around a vertex that is added or removed, within its ring', () => {
    const added = spliceFeature(square, 1, 0, [4, 0, 0]);
    expect(added.bulges).toEqual([0, 0, 2, 3, 4, 5, 6, 7]);
    expect(added.holeStarts).toEqual([5]);
    expect(spliceFeature(square, 0, 1, []).bulges).toEqual([2, 3, 0, 5, 6, 7]);
    expect(spliceFeature(square, 0, 1, []).holeStarts).toEqual([3]);
    expect(spliceFeature(square, 7, 0, [3, 3, 0]).bulges).toEqual([1, 2, 3, 4, 5, 6, 0, 0]);
  });

  it('leaves every ring enough vertices', () => {
    const { bulges: _, ...straight } = square;
    expect(() => spliceFeature(straight, 4, 1, [])).toThrow('drawing.too-few-vertices');
    expect(spliceFeature(square, 4, 1, []).coordinates).toHaveLength(18);
  });

  it('keeps what belongs together', () => {
    const tin = { ...square, kind: 'tin' } as const;
    expect(() => spliceFeature(tin, 0, 1, [])).toThrow('drawing.vertices-fixed');
    expect(spliceFeature(tin, 0, 1, [1, 1, 1]).coordinates.slice(0, 3)).toEqual([1, 1, 1]);
  });
});
