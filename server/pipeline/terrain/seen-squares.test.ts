import { describe, expect, it } from 'vitest';
import type { SeenGround } from '../context.ts';
import { createSquareMeter, seenIn } from './seen-squares.ts';

const bounds = { minX: 100, minY: 50, maxX: 140, maxY: 70 };

/** The ground that photos see of an oblong survey with points in its west, heights rising to the north. */
function seenBy(isSeen: (x: number, y: number, z: number) => boolean, hasPoints = true) {
  const asked: number[] = [];
  const seen: SeenGround = {
    key: '',
    at(places) {
      for (const value of places) asked.push(value);
      return Uint8Array.from({ length: places.length / 3 }, (_, k) =>
        isSeen(places[3 * k]!, places[3 * k + 1]!, places[3 * k + 2]!) ? 1 : 0,
      );
    },
  };
  const meter = createSquareMeter(bounds, 40);
  for (let x = 100.25; hasPoints && x < 110; x += 0.5) {
    for (let y = 50.25; y < 70; y += 0.5) meter.see(x, y, Math.round((y - 50) * 100));
  }
  return { asked, contains: seenIn(seen, meter.finish(0.01, 7)) };
}

describe('what photos see', () => {
  it('is told of places beside the points, too, and of none outside the bounds', () => {
    const { contains } = seenBy((x, y) => x < 125 && y < 60);
    expect([contains(105, 55), contains(105, 65)]).toEqual([true, false]);
    expect([contains(120, 55), contains(120, 65), contains(130, 55)]).toEqual([true, false, false]);
    expect([contains(99, 55), contains(105, 49), contains(142, 55)]).toEqual([false, false, false]);
  });

  it('is asked for at the heights of the points, carried on where there are none', () => {
    const { asked } = seenBy(() => false);
    for (let k = 0; k < asked.length; k += 3) {
      const [x, y, z] = [asked[k]!, asked[k + 1]!, asked[k + 2]!];
      if (x < 110 && y < 70) expect(Math.abs(z - (7 + y - 50))).toBeLessThan(0.6);
      expect(z).toBeGreaterThanOrEqual(7);
      expect(z).toBeLessThanOrEqual(27);
    }
  });

  it('is nothing where there is no point', () => {
    expect(seenBy(() => true, false).contains(105, 55)).toBe(false);
  });
});
