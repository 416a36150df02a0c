import { describe, expect, it } from 'vitest';
import { lineAnchors, placeInside } from './line-anchors.ts';

const line = (...points: [number, number][]) => Float64Array.from(points.flatMap(([x, y]) => [x, y, 5]));

describe('lineAnchors', () => {
  it('starts at the middle and goes on with the middles between', () => {
    const { anchors, length } = lineAnchors(line([0, 0], [10, 0], [10, 30]), false, 2);
    expect(length).toBe(40);
    expect(anchors.map(({ place }) => place)).toEqual([
      [10, 10, 5],
      [10, 0, 5],
      [10, 20, 5],
    ]);
    expect(anchors.map(({ level }) => level)).toEqual([0, 1, 1]);
    expect(anchors[0]!.direction[0]).toBeCloseTo(0);
    expect(anchors[0]!.direction[1]).toBeGreaterThan(0);
  });

  it('goes round a closed line', () => {
    const { anchors, length } = lineAnchors(line([0, 0], [10, 0], [10, 10], [0, 10]), true, 2);
    expect(length).toBe(40);
    expect(anchors[2]!.place).toEqual([0, 10, 5]);
  });

  it('finds none on a line without length', () => {
    expect(lineAnchors(line([1, 1], [1, 1]), false, 3).anchors).toEqual([]);
  });
});

describe('placeInside', () => {
  it('finds the middle of a square', () => {
    const [x, y] = placeInside([line([0, 0], [10, 0], [10, 10], [0, 10])])!;
    expect(x).toBeCloseTo(5);
    expect(y).toBeCloseTo(5);
  });

  it('stays inside a horseshoe and out of holes', () => {
    const horseshoe = line([0, 0], [30, 0], [30, 30], [20, 30], [20, 10], [10, 10], [10, 30], [0, 30]);
    const [, y] = placeInside([horseshoe])!;
    expect(y).toBeLessThan(10);
    const square = line([0, 0], [30, 0], [30, 30], [0, 30]);
    const hole = line([5, 5], [25, 5], [25, 25], [5, 25]);
    const place = placeInside([square, hole])!;
    expect(place[0] > 5 && place[0] < 25 && place[1] > 5 && place[1] < 25).toBe(false);
  });

  it('finds none without area', () => {
    expect(placeInside([line([0, 0], [10, 0], [20, 0])])).toBeNull();
  });
});
