import { describe, expect, it } from 'vitest';
import type { SeenGround } from '../context.ts';
import { createIslands, type Islands } from './islands.ts';

const bounds = { minX: 0, minY: 0, maxX: 300, maxY: 200 };

function block(islands: Islands, x0: number, y0: number, side: number, weight = 1): void {
  for (let x = x0; x < x0 + side; x++) for (let y = y0; y < y0 + side; y++) islands.see(x, y, 50, weight);
}

/** Photos that see what lies west of an easting, at the height of the points. */
const seesWestOf = (x: number): SeenGround => ({
  key: '',
  at: (places) =>
    Uint8Array.from({ length: places.length / 3 }, (_, k) =>
      places[3 * k]! < x && places[3 * k + 2] === 50 ? 1 : 0,
    ),
});

describe('islands of points', () => {
  it('have support by their weight', () => {
    const islands = createIslands(bounds, 5);
    block(islands, 10, 10, 80);
    block(islands, 150, 100, 10);
    block(islands, 250, 100, 10, 0.1);
    block(islands, 250, 20, 3);
    const isKept = islands.heavy();
    expect([isKept(20, 20), isKept(155, 105), isKept(255, 105), isKept(251, 21)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('are followed where photos see them well, whatever their weight', () => {
    const islands = createIslands(bounds, 5);
    block(islands, 10, 10, 80);
    block(islands, 150, 20, 3);
    block(islands, 250, 20, 3);
    block(islands, 193, 100, 40);
    const isKept = islands.near(seesWestOf(200));
    expect([isKept(151, 21), isKept(251, 21), isKept(203, 110), isKept(215, 110)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('are one across narrow gaps', () => {
    const islands = createIslands(bounds, 5);
    block(islands, 10, 10, 80);
    block(islands, 93, 20, 3);
    expect(islands.heavy()(94, 21)).toBe(true);
  });
});
