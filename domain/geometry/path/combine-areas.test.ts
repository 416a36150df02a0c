import { describe, expect, it } from 'vitest';
import { near, type Place, ring, square } from '#tests/support/paths.ts';
import { signedPathArea } from './area.ts';
import { combineAreas } from './combine-areas.ts';
import type { Path } from './path.ts';

describe('combining areas', () => {
  const areaOf = (parts: readonly (readonly Path[])[]) =>
    parts.flat().reduce((sum, each) => sum + signedPathArea(each), 0);

  it('adds up: |A ∪ B| = |A| + |B| − |A ∩ B|, |A \\ B| = |A| − |A ∩ B|', () => {
    const [a, b] = [square(500_000, 4_200_000, 10), square(500_006, 4_200_003, 10)];
    expect(areaOf(combineAreas([[a], [b]], 'intersection'))).toBeCloseTo(28, 6);
    expect(areaOf(combineAreas([[a], [b]], 'union'))).toBeCloseTo(172, 6);
    expect(areaOf(combineAreas([[a], [b]], 'difference'))).toBeCloseTo(72, 6);
    const hole = combineAreas([[square(0, 0, 10)], [square(3, 3, 4)]], 'difference');
    expect(hole.map((rings) => rings.map(signedPathArea))).toEqual([[100, -16]]);
  });

  it('leaves no sliver along an edge that two areas share', () => {
    // Shares of an inclined edge that are not binary fractions.
    const edge = [0, 1 / 3, 0.7, 1].map(
      (share): Place => [500_000.123 + 77.77 * share, 4_200_000.456 + 33.31 * share, share],
    );
    const left = ring([...edge, [500_010, 4_200_090]]);
    const right = ring(
      [edge[3]!, edge[2]!, edge[1]!, edge[0]!, [500_090, 4_200_000]].map(([x, y, z]) => [x, y, z] as Place),
    );
    const parts = combineAreas([[left], [right]], 'union');
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(1);
    const sum = Math.abs(signedPathArea(left)) + Math.abs(signedPathArea(right));
    expect(signedPathArea(parts[0]![0]!)).toBeCloseTo(sum, 6);
    expect(combineAreas([[left], [right]], 'intersection')).toEqual([]);
  });

  it('keeps elevations, also on straight edges, and interpolates new ones', () => {
    const a = ring([
      [0, 0, 1],
      [5, 0, 9],
      [10, 0, 1],
      [10, 10, 3],
      [0, 10, 3],
    ]);
    const b = ring([
      [8, 2, 50],
      [20, 2, 50],
      [20, 8, 50],
      [8, 8, 50],
    ]);
    const [[outline]] = combineAreas([[a], [b]], 'union') as [[Path]];
    const places = Array.from({ length: outline.coordinates.length / 3 }, (_, i) =>
      outline.coordinates.slice(3 * i, 3 * i + 3),
    );
    expect(places).toContainEqual([5, 0, 9]);
    expect(places).toContainEqual(near([10, 2, 1.4]));
    expect(places).toContainEqual(near([20, 2, 50]));
  });
});
