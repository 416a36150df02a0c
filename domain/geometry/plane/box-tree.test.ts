import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { curveOrder, type HalfSpace, packBoxes } from './box-tree.ts';

function randomBoxes(count: number): Float64Array {
  const random = createRandom(5);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const low = 5_000_000 + random.next() * 1000;
      boxes[6 * i + axis] = low;
      boxes[6 * i + axis + 3] = low + random.next() * 5;
    }
  }
  return boxes;
}

/** A box as half-spaces. */
function within(low: number, high: number): HalfSpace[] {
  return [
    [1, 0, 0, -low],
    [-1, 0, 0, high],
    [0, 1, 0, -low],
    [0, -1, 0, high],
  ];
}

describe('a box tree', () => {
  it.each([0, 1, 15, 16, 17, 257, 5000])(
    'finds of %i boxes those that looking through all finds',
    (count) => {
      const boxes = randomBoxes(count);
      const tree = packBoxes(boxes.slice());
      const [low, high] = [5_000_200, 5_000_600];
      const wanted: number[] = [];
      for (let i = 0; i < count; i++) {
        const isNear = [0, 1].every(
          (axis) => boxes[6 * i + axis]! <= high && boxes[6 * i + axis + 3]! >= low,
        );
        if (isNear) wanted.push(i);
      }
      expect(tree.query(within(low, high)).sort((a, b) => a - b)).toEqual(wanted);
      expect(tree.query([])).toHaveLength(count);
    },
  );

  it.each([13, 23, 31, 51])('orders all boxes once with %i bits for their numbers', (numberBits) => {
    const order = curveOrder(randomBoxes(5000), 5000, numberBits);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 5000 }, (_, box) => box));
  });

  it.each([12, 52])('refuses an order with %i bits, which have no room', (numberBits) => {
    expect(() => curveOrder(randomBoxes(5000), 5000, numberBits)).toThrow(RangeError);
  });

  it('cuts by planes that are not upright', () => {
    const boxes = randomBoxes(3000);
    const tree = packBoxes(boxes.slice());
    // Above the plane x + y + z = 3 · 5000700.
    const found = tree.query([[1, 1, 1, -3 * 5_000_700]]);
    let count = 0;
    for (let i = 0; i < 3000; i++) {
      if (boxes[6 * i + 3]! + boxes[6 * i + 4]! + boxes[6 * i + 5]! >= 3 * 5_000_700) count++;
    }
    expect(found).toHaveLength(count);
    expect(count).toBeGreaterThan(50);
  });

  it('keeps boxes that are endless in z out of upright planes, and cuts none of them by others', () => {
    const at = (x: number) => [x, x, -Infinity, x + 1, x + 1, Infinity];
    const tree = packBoxes(Float64Array.from(Array.from({ length: 40 }, (_, i) => at(10 * i)).flat()));
    expect(tree.query(within(99, 105))).toEqual([10]);
    expect(tree.query([[0, 0, -1, 5]])).toHaveLength(40);
  });

  it('holds many boxes at one place', () => {
    const boxes = new Float64Array(6 * 100).fill(7);
    expect(packBoxes(boxes).query(within(6, 8))).toHaveLength(100);
  });
});
