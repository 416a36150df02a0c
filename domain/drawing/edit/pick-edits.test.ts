import { describe, expect, it } from 'vitest';
import { near } from '#tests/support/paths.ts';
import type { DrawingFeature } from '../feature.ts';
import type { EditOutcome } from './outcome.ts';
import { pickOutcome } from './pick-edits.ts';

let made = 0;
const line = (coordinates: number[], more: Partial<DrawingFeature> = {}): DrawingFeature => ({
  id: `f${++made}`,
  kind: 'polyline',
  layerId: 'l',
  code: 'EP',
  name: '',
  coordinates,
  rank: made,
  ...more,
});
const base = line([0, 0, 0, 10, 0, 10]);
const posts = [line([3, -1, 0, 3, 1, 0]), line([7, -1, 0, 7, 1, 0])];
const results = ({ replaced = [], added = [] }: EditOutcome) =>
  [...replaced, ...added].map(({ coordinates }) => coordinates);

describe('edits where a line is clicked', () => {
  it('split it there', () => {
    expect(results(pickOutcome({ kind: 'split' }, base, [4, 1], []))).toEqual([
      [0, 0, 0, 4, 0, 4],
      [4, 0, 4, 10, 0, 10],
    ]);
    expect(() => pickOutcome({ kind: 'split' }, base, [-1, 0], [])).toThrow(
      expect.objectContaining({ code: 'edit.no-split' }),
    );
  });

  it('trim the clicked part between its neighbouring crossings', () => {
    const trim = (x: number) => results(pickOutcome({ kind: 'trim' }, base, [x, 0], posts));
    expect(trim(1)).toEqual([[3, 0, 3, 10, 0, 10]]);
    expect(trim(5)).toEqual([
      [0, 0, 0, 3, 0, 3],
      [7, 0, 7, 10, 0, 10],
    ]);
    expect(trim(9)).toEqual([[0, 0, 0, 7, 0, 7]]);
    expect(() => pickOutcome({ kind: 'trim' }, base, [5, 0], [])).toThrow(
      expect.objectContaining({ code: 'edit.no-crossing' }),
    );
  });

  it('trim a ring on either side of where it begins', () => {
    const ring = line([0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0], { isClosed: true });
    const cutter = line([5, -5, 0, 5, 15, 0]);
    const trim = (x: number, y: number) => pickOutcome({ kind: 'trim' }, ring, [x, y], [cutter]);
    expect(results(trim(10, 5))).toEqual([[5, 10, 0, 0, 10, 0, 0, 0, 0, 5, 0, 0]]);
    const right = trim(0, 5);
    expect(results(right)).toEqual([[5, 0, 0, 10, 0, 0, 10, 10, 0, 5, 10, 0]]);
    expect(right.replaced?.[0]).not.toHaveProperty('isClosed');
  });

  it('extend the nearer end, and round the nearest corner', () => {
    const wall = line([15, -5, 0, 15, 5, 0]);
    expect(results(pickOutcome({ kind: 'extend' }, base, [8, 0], [wall]))).toEqual([[0, 0, 0, 15, 0, 15]]);
    expect(() => pickOutcome({ kind: 'extend' }, base, [2, 0], [wall])).toThrow(
      expect.objectContaining({ code: 'edit.no-edge-ahead' }),
    );
    const bent = line([0, 0, 0, 10, 0, 0, 10, 10, 0]);
    const { replaced } = pickOutcome({ kind: 'fillet', radius: 2 }, bent, [9, 1], []);
    expect(replaced?.[0]?.coordinates).toEqual(near([0, 0, 0, 8, 0, 0, 10, 2, 0, 10, 10, 0]));
    expect(replaced?.[0]?.bulges?.[1]).toBeCloseTo(Math.tan(Math.PI / 8), 12);
  });
});
