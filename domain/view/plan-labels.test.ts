import { describe, expect, it } from 'vitest';
import { type LabelledSign, placePlanLabels } from './plan-labels.ts';

const sizes = { widthOf: (label: string) => 7 * label.length, ascent: 11, descent: 3, sign: 6, gap: 3 };
const frame = { left: 0, top: 0, right: 400, bottom: 300 };
const sign = (label: string, x: number, y: number): LabelledSign => ({ label, at: [x, y] });

/** The boxes of the placed labels. */
function boxesOf(signs: readonly LabelledSign[]) {
  return placePlanLabels(signs, sizes, frame).flatMap((placed, index) => {
    if (placed === null) return [];
    const { label, at } = signs[index]!;
    const width = sizes.widthOf(label);
    const left = at[0] + placed.x - { start: 0, middle: 0.5, end: 1 }[placed.anchor] * width;
    return [
      {
        left,
        right: left + width,
        top: at[1] + placed.y - sizes.ascent,
        bottom: at[1] + placed.y + sizes.descent,
      },
    ];
  });
}

/** Number of overlapping labels. */
function collisions(signs: readonly LabelledSign[]): number {
  const boxes = boxesOf(signs);
  return boxes.filter((one, index) =>
    boxes
      .slice(index + 1)
      .some(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom,
      ),
  ).length;
}

describe('placePlanLabels', () => {
  it('puts a word alone right of its sign, and left of it at the right edge', () => {
    const [alone, atEdge] = placePlanLabels([sign('A1', 50, 50), sign('B1', 390, 50)], sizes, frame);
    expect(alone).toMatchObject({ x: 9, anchor: 'start', leader: null });
    expect(atEdge).toMatchObject({ anchor: 'end' });
  });

  it('gives way to a neighbour’s sign and to words before it', () => {
    const placed = placePlanLabels([sign('A1', 50, 50), sign('B1', 66, 50)], sizes, frame);
    expect(placed.map((one) => one?.anchor)).toEqual(['end', 'start']);
  });

  it('lets no two words collide, and leads lines to those that find room only further away', () => {
    const crowd = Array.from({ length: 12 }, (_, i) =>
      sign(`GCP ${i}`, 200 + (i % 4) * 9, 150 + (i >> 2) * 9),
    );
    const placed = placePlanLabels(crowd, sizes, frame);
    expect(placed.every((one) => one !== null)).toBe(true);
    expect(placed.some((one) => one?.leader)).toBe(true);
    expect(collisions(crowd)).toBe(0);
  });

  it('leaves a word out where there is no room for it', () => {
    const heap = Array.from({ length: 200 }, (_, i) => sign(`point ${i}`, 200, 150));
    const placed = placePlanLabels(heap, sizes, frame);
    expect(placed.filter((one) => one === null).length).toBeGreaterThan(100);
    expect(collisions(heap)).toBe(0);
  });

  it('covers nothing else that stands there', () => {
    const bar = { left: 60, right: 120, top: 30, bottom: 60 };
    const [placed] = placePlanLabels([sign('A1', 50, 50)], sizes, frame, [bar]);
    expect(placed).toMatchObject({ anchor: 'end' });
  });

  it('stays within the frame', () => {
    const edge = [sign('a long name of a point', 2, 2), sign('another', 398, 298), sign('third', 200, 1)];
    for (const { left, right, top, bottom } of boxesOf(edge)) {
      expect(left >= 0 && right <= 400 && top >= 0 && bottom <= 300).toBe(true);
    }
  });
});
