import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { boxArea, polygonArea, type ScreenArea } from './screen-area.ts';

/** A star that crosses itself: its middle is outside by the even-odd rule. */
const star = Array.from({ length: 5 }, (_, i) => (i * 4 * Math.PI) / 5).flatMap((angle) => [
  200 + 150 * Math.sin(angle),
  200 - 150 * Math.cos(angle),
]);
/** A spiral band of many corners, as a lasso makes them. */
const spiral = [
  ...Array.from({ length: 400 }, (_, i) => [i / 30, 20 + i / 3] as const),
  ...Array.from({ length: 400 }, (_, i) => [(399 - i) / 30, 35 + (399 - i) / 3] as const),
].flatMap(([angle, radius]) => [250 + radius * Math.cos(angle), 250 + radius * Math.sin(angle)]);

/** By the even-odd rule, corner by corner. */
function holds(ring: readonly number[], x: number, y: number): boolean {
  let crossings = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay] = [ring[i]!, ring[i + 1]!];
    const [bx, by] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!];
    if (ay > y !== by > y && ax + ((y - ay) / (by - ay)) * (bx - ax) > x) crossings++;
  }
  return crossings % 2 === 1;
}

function expectSound(area: ScreenArea, isHeld: (x: number, y: number) => boolean): void {
  const random = createRandom(5);
  for (let i = 0; i < 2000; i++) {
    const [x, y] = [random.between(-20, 460), random.between(-20, 460)];
    expect(area.has(x, y)).toBe(isHeld(x, y));
    const [width, height] = [random.between(0, 30), random.between(0, 30)];
    const where = area.judge({ minX: x, minY: y, maxX: x + width, maxY: y + height });
    if (where === 'mixed') continue;
    const places = Array.from({ length: 9 }, (_, at) => [
      x + ((at % 3) * width) / 2,
      y + (Math.floor(at / 3) * height) / 2,
    ]);
    for (const [px, py] of places) expect(area.has(px!, py!)).toBe(where === 'inside');
  }
}

describe('areas of the view', () => {
  it('hold the places of a polygon by the even-odd rule, and judge rectangles soundly', () => {
    for (const ring of [star, spiral]) expectSound(polygonArea(ring), (x, y) => holds(ring, x, y));
  });

  it('judge most rectangles without looking at corners', () => {
    const area = polygonArea([0, 0, 400, 0, 400, 400, 0, 400]);
    expect(area.judge({ minX: 10, minY: 10, maxX: 390, maxY: 390 })).toBe('inside');
    expect(area.judge({ minX: 410, minY: 10, maxX: 420, maxY: 20 })).toBe('outside');
    expect(area.judge({ minX: 390, minY: 10, maxX: 410, maxY: 20 })).toBe('mixed');
    expect(area.judge({ minX: -50, minY: -50, maxX: 500, maxY: 500 })).toBe('mixed');
  });

  it('are met by segments that cross them without an end inside', () => {
    for (const area of [
      polygonArea([100, 100, 200, 100, 200, 200, 100, 200]),
      boxArea({ minX: 100, minY: 100, maxX: 200, maxY: 200 }),
    ]) {
      expect(area.meets(50, 150, 250, 160)).toBe(true);
      expect(area.meets(50, 50, 150, 150)).toBe(true);
      expect(area.meets(120, 120, 130, 130)).toBe(true);
      expect(area.meets(50, 150, 150, 260)).toBe(false);
      expect(area.meets(50, 50, 250, 60)).toBe(false);
    }
  });

  it('may be a line or a place', () => {
    expect(polygonArea([10, 10, 10, 10, 10, 10]).has(10.5, 10)).toBe(false);
    expect(polygonArea([10, 10, 60, 10]).judge({ minX: 0, minY: 50, maxX: 5, maxY: 60 })).toBe('outside');
  });
});
