import { describe, expect, it } from 'vitest';
import { createOccupancy } from '#domain/geometry/survey-outline.ts';
import type { SeenGround } from '../context.ts';
import { createSquareMeter, markSeen } from './seen-squares.ts';

const bounds = { minX: 100, minY: 50, maxX: 140, maxY: 70 };

/** Marks of an oblong survey with points in its west, heights rising to the north, after what is seen was marked. */
function markedBy(isSeen: (x: number, y: number, z: number) => boolean) {
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
  const occupancy = createOccupancy(bounds, 0.5);
  const meter = createSquareMeter(bounds, 40);
  for (let x = 100.25; x < 110; x += 0.5) {
    for (let y = 50.25; y < 70; y += 0.5) {
      occupancy.see(x, y);
      meter.see(x, y, Math.round((y - 50) * 100));
    }
  }
  markSeen(occupancy, seen, meter.finish(0.01, 7));
  const isMarked = (x: number, y: number) =>
    occupancy.marks[Math.floor((y - 50) / 0.5) * occupancy.width + Math.floor((x - 100) / 0.5)] === 1;
  return { asked, isMarked };
}

describe('what photos see', () => {
  it('is inside beside what was measured, and nothing else is', () => {
    const { isMarked } = markedBy((x, y) => x < 125 && y < 60);
    expect([isMarked(105, 55), isMarked(105, 65)]).toEqual([true, true]);
    expect([isMarked(120, 55), isMarked(120, 65), isMarked(130, 55)]).toEqual([true, false, false]);
  });

  it('is asked for at the heights of the points, carried on where there are none', () => {
    const { asked } = markedBy(() => false);
    for (let k = 0; k < asked.length; k += 3) {
      const [x, y, z] = [asked[k]!, asked[k + 1]!, asked[k + 2]!];
      if (x < 110 && y < 70) expect(Math.abs(z - (7 + y - 50))).toBeLessThan(0.6);
      expect(z).toBeGreaterThanOrEqual(7);
      expect(z).toBeLessThanOrEqual(27);
    }
  });

  it('changes nothing where there is no point', () => {
    const occupancy = createOccupancy(bounds, 0.5);
    const all: SeenGround = { key: '', at: (places) => new Uint8Array(places.length / 3).fill(1) };
    markSeen(occupancy, all, createSquareMeter(bounds, 40).finish(1, 0));
    expect(occupancy.marks.includes(1)).toBe(false);
  });
});
