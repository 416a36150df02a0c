import { describe, expect, it } from 'vitest';
import { createCorridor, mayTouchCorridor, placeAtStation, placeInCorridor } from './corridor.ts';

/** East for 100, then north for 50, with a vertex twice. */
const corridor = createCorridor([0, 0, 5, 100, 0, Number.NaN, 100, 0, 1, 100, 50, 2], 10);

describe('a corridor', () => {
  it('measures along its line', () => {
    expect(corridor.stations).toEqual([0, 100, 150]);
    expect(placeAtStation(corridor, 120)).toEqual([100, 20]);
    expect(placeAtStation(corridor, 999)).toEqual([100, 50]);
  });

  it('knows where places lie in it, right of the line positive', () => {
    expect(placeInCorridor(corridor, 40, -3)).toEqual({ station: 40, offset: 3 });
    expect(placeInCorridor(corridor, 98, 30)).toEqual({ station: 130, offset: -2 });
  });

  it('is cut square at its ends, ends at its width, and is filled round at bends', () => {
    expect(placeInCorridor(corridor, -0.1, 0)).toBeNull();
    expect(placeInCorridor(corridor, 100, 50.1)).toBeNull();
    expect(placeInCorridor(corridor, 40, 5.1)).toBeNull();
    expect(placeInCorridor(corridor, 103, -3)).toMatchObject({ station: 100 });
    expect(placeInCorridor(corridor, 104.5, -4.5)).toBeNull();
  });

  it('never misses a box that holds a place of it', () => {
    for (let i = 0; i < 400; i++) {
      const [x, y] = [((i * 37) % 130) - 12, ((i * 53) % 80) - 14];
      const [min, max] = [
        [x - 3, y - 2],
        [x + 3, y + 2],
      ] as const;
      const holds = [-3, 0, 3].some((dx) =>
        [-2, 0, 2].some((dy) => placeInCorridor(corridor, x + dx, y + dy) !== null),
      );
      if (holds) expect(mayTouchCorridor(corridor, min, max)).toBe(true);
    }
    expect(mayTouchCorridor(corridor, [10, 20], [20, 30])).toBe(false);
  });
});
