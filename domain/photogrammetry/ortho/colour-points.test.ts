import { describe, expect, it } from 'vitest';
import { type BoxScene, flyOver, sceneSurface } from '#tests/support/ortho-scene.ts';
import { createRandom } from '../../math/random.ts';
import { createLocalFrame } from '../model/local-frame.ts';
import { addView, createBestViews, medianColour, viewPoints, viewsPerPoint } from './colour-points.ts';
import { createGroundLattice } from './ground-lattice.ts';

const house: BoxScene = {
  box: { minX: -1.5, minY: -2, maxX: 2, maxY: 1.2, top: 4 },
  ground: (x) => [100 + 8 * x, 120, 110],
  roof: [220, 30, 30],
  wall: [30, 30, 220],
};

/** Colours of points from all photos of a flight over the house. */
function colour(points: readonly (readonly [number, number, number])[]) {
  const places = [-4, 0, 4].flatMap((y) => [-5, 0, 5].map((x) => [x, y] as const));
  const lattice = createGroundLattice(
    createLocalFrame(null, [0, 0, 0]),
    { minX: -8, minY: -8, maxX: 8, maxY: 8 },
    0,
  );
  const surface = sceneSurface(house, 10);
  const best = createBestViews(points.length);
  for (const view of flyOver(house, places)) {
    addView(
      best,
      viewPoints({
        view,
        crop: { x: 0, y: 0, ...view.image },
        points: Float64Array.from(points.flat()),
        surface,
        lattice,
        unitRatio: 1,
        finestM: 0.1,
      }),
    );
  }
  return points.map((_, index) => {
    const out = new Uint8Array(3);
    return medianColour(best, index, out) ? Array.from(out) : null;
  });
}

describe('colours of points', () => {
  it('are those of the surface, and never those of what stands before it', () => {
    const random = createRandom(8);
    const ground = Array.from(
      { length: 300 },
      () => [random.between(-6, 6), random.between(-5, 5), 0] as const,
    ).filter(([x, y]) => x < -1.8 || x > 2.3 || y < -2.3 || y > 1.5);
    const roof = Array.from(
      { length: 50 },
      () => [random.between(-1.3, 1.8), random.between(-1.8, 1), 4] as const,
    );
    const found = colour([...ground, ...roof]);
    ground.forEach(([x], index) => {
      const [red, green, blue] = found[index]!;
      expect(Math.abs(red! - (100 + 8 * x))).toBeLessThanOrEqual(2);
      expect([green, blue]).toEqual([120, 110]);
    });
    for (const rgb of found.slice(ground.length)) expect(rgb).toEqual([220, 30, 30]);
  });

  it('are left alone where no photo shows the point', () => {
    expect(
      colour([
        [0, 0, 1],
        [40, 0, 0],
      ]),
    ).toEqual([null, null]);
  });

  it('are the median of the three best views, of fewer the best one', () => {
    const best = createBestViews(2);
    const view = (cost: number, grey: number, second = Infinity) => ({
      cost: Float32Array.of(cost, second),
      rgb: Uint8Array.of(grey, grey, grey, 9, 9, 9),
    });
    const out = new Uint8Array(3);
    addView(best, view(0.4, 50));
    addView(best, view(0.2, 90));
    expect(medianColour(best, 0, out)).toBe(true);
    expect(out[0]).toBe(90);
    addView(best, view(0.9, 255));
    addView(best, view(0.3, 60, 0.1));
    expect(viewsPerPoint).toBe(3);
    medianColour(best, 0, out);
    expect(out[0]).toBe(60);
    expect(medianColour(best, 1, out)).toBe(true);
    expect(out[0]).toBe(9);
    expect(medianColour(createBestViews(1), 0, out)).toBe(false);
  });
});
