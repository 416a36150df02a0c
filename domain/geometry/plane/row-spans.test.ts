import { describe, expect, it } from 'vitest';
import type { Position } from '../position.ts';
import { isInRing } from './ring.ts';
import { intersectSpans, type RowSpans, spansInside, uniteSpans } from './row-spans.ts';

const columnsOf = (spans: RowSpans): number[] => {
  const columns: number[] = [];
  for (let i = 0; i < spans.length; i += 2) for (let x = spans[i]!; x < spans[i + 1]!; x++) columns.push(x);
  return columns;
};

describe('pixels in a region', () => {
  it('are those whose centres the even-odd rule calls inside, in a star with a hole', () => {
    const turn = (radius: (i: number) => number, count: number): Position[] =>
      Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count + 0.1;
        return [150.3 + radius(i) * Math.cos(angle), 140.7 + radius(i) * Math.sin(angle)];
      });
    const star = turn((i) => (i % 2 === 0 ? 130 : 61.7), 14);
    const hole = turn(() => 33.3, 9);
    const spans = spansInside([star, hole], { width: 400, height: 300 });
    const [outer, inner] = [star, hole].map((ring) => ring.flatMap((place) => [place[0], place[1]]));
    for (let row = 0; row < 300; row++) {
      const inside = Array.from({ length: 400 }, (_, x) => x).filter(
        (x) => isInRing(outer!, x + 0.5, row + 0.5) !== isInRing(inner!, x + 0.5, row + 0.5),
      );
      expect(columnsOf(spans(row))).toEqual(inside);
    }
  });

  it('are shared by no two neighbours and left out by none, where an edge runs through centres', () => {
    const square = (x: number, y: number): Position[] => [
      [x, y],
      [x + 3, y],
      [x + 3, y + 3],
      [x, y + 3],
    ];
    const quarters = [square(0.5, 0.5), square(3.5, 0.5), square(0.5, 3.5), square(3.5, 3.5)];
    const counts = Array.from({ length: 8 }, (_, row) =>
      quarters.flatMap((ring) => columnsOf(spansInside([ring], { width: 20, height: 20 })(row))),
    );
    expect(counts.flat()).toHaveLength(36);
    for (const columns of counts) expect(new Set(columns).size).toBe(columns.length);
  });

  it('end at the raster', () => {
    const wide: Position[] = [
      [-50, -50],
      [50, -50],
      [50, 50],
      [-50, 50],
    ];
    expect(spansInside([wide], { width: 7, height: 60 })(3)).toEqual([0, 7]);
    expect(spansInside([wide], { width: 7, height: 60 })(51)).toEqual([]);
  });

  it('unite and intersect', () => {
    expect(uniteSpans([[0, 4, 9, 12], [], [3, 6, 6, 9]])).toEqual([0, 12]);
    expect(uniteSpans([[5, 6, 8, 9]])).toEqual([5, 6, 8, 9]);
    expect(intersectSpans([0, 4, 6, 12], [2, 8, 10, 11])).toEqual([2, 4, 6, 8, 10, 11]);
    expect(intersectSpans([0, 4], [])).toEqual([]);
  });
});
