import { describe, expect, it } from 'vitest';
import { createRandom } from '#tests/support/point-sets.ts';
import { circumcircle, mayMeet } from './circumcircle.ts';
import { inCircle, orientation } from './predicates.ts';

describe('the circle through three points', () => {
  it('meets every rectangle that holds a place in it or on it, however flat the triangle and far the origin', () => {
    const random = createRandom(4);
    let [apart, inside] = [0, 0];
    for (let k = 0; k < 20_000; k++) {
      const flat = 10 ** (-12 * random());
      const [ox, oy] = [5e5 * random(), 5e6 * random()];
      const place = (): [number, number] => [ox + 100 * random(), oy + 100 * flat * random()];
      const [a, b, c] = [place(), place(), place()];
      const turn = orientation(...a, ...b, ...c);
      if (turn === 0) continue;
      const circle = circumcircle(...a, ...b, ...c);
      const [x, y] = [ox - 300 + 700 * random(), oy - 300 + 700 * random()];
      const size = 30 * random() ** 4;
      const corners = [x, y, x + size, y, x, y + size, x + size, y + size];
      const isIn = (px: number, py: number) =>
        turn > 0 ? inCircle(...a, ...b, ...c, px, py) >= 0 : inCircle(...a, ...c, ...b, px, py) >= 0;
      const holds = [0, 2, 4, 6].some((at) => isIn(corners[at]!, corners[at + 1]!));
      const meets = mayMeet(circle, x, y, x + size, y + size);
      if (holds) inside++;
      if (holds) expect(meets).toBe(true);
      if (!meets) apart++;
    }
    expect(inside).toBeGreaterThan(3000);
    expect(apart).toBeGreaterThan(3000);
    expect(mayMeet(circumcircle(0, 0, 4, 0, 0, 3), 4, 3, 5, 5)).toBe(true);
    expect(mayMeet(circumcircle(0, 0, 4, 0, 0, 3), 4.001, 3, 5, 5)).toBe(false);
  });

  it('may go anywhere where the points are on one line', () => {
    expect(mayMeet(circumcircle(0, 0, 1, 1, 2, 2), 1e9, -1e9, 2e9, -1e8)).toBe(true);
  });
});
