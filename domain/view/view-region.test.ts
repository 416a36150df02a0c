import { describe, expect, it } from 'vitest';
import { type CameraState, fieldOfViewRad, initialCamera, projectPoint } from './camera.ts';
import { viewRegion } from './view-region.ts';

const size = { width: 800, height: 400 };

/** Shows 400 by 200 units around (1000, 2000) from above. */
const plan: CameraState = {
  ...initialCamera,
  mode: '2d',
  target: [1000, 2000, 50],
  distance: 100 / Math.tan(fieldOfViewRad / 2),
};
/** Looks horizontally north from (0, 0, 0). */
const level: CameraState = { ...initialCamera, target: [0, 100, 0], distance: 100, yawRad: 0, pitchRad: 0 };

describe('what meets the view from above', () => {
  const region = viewRegion(plan, size, 1);

  it('is a point between its sides at any height', () => {
    expect(region.meets('point', [1199, 2099, -9000])).toBe(true);
    expect(region.meets('point', [1201, 2000, 50])).toBe(false);
    expect(region.meets('point', [1000, 1899, 50])).toBe(false);
  });

  it('is a line that only passes through, and none that passes by a corner', () => {
    expect(region.meets('polyline', [0, 2000, 0, 9000, 2000, 0])).toBe(true);
    expect(region.meets('polyline', [1150, 2200, 0, 1300, 2050, 0])).toBe(false);
    expect(region.meets('polyline', [1150, 2120, 0, 1220, 2050, 0])).toBe(true);
  });

  it('is a polygon round it, and none that winds past it', () => {
    const around = [0, 0, 0, 5000, 0, 0, 5000, 5000, 0, 0, 5000, 0];
    expect(region.meets('polygon', around)).toBe(true);
    const bay = [
      0, 0, 0, 5000, 0, 0, 5000, 5000, 0, 4000, 5000, 0, 4000, 500, 0, 500, 500, 0, 500, 5000, 0, 0, 5000, 0,
    ];
    expect(region.meets('polygon', bay)).toBe(false);
  });
});

describe('what meets the view in perspective', () => {
  const region = viewRegion(level, size, 1);

  it('agrees with where places are drawn', () => {
    for (let i = 0; i < 400; i++) {
      const place = [((i * 37) % 200) - 100, ((i * 53) % 300) - 60, ((i * 17) % 90) - 45] as const;
      const at = projectPoint(place, level, size, 1);
      const isDrawn = at.depth > 0.1 && at.x >= 0 && at.x <= size.width && at.y >= 0 && at.y <= size.height;
      expect(region.meets('point', [...place])).toBe(isDrawn);
    }
  });

  it('is the part of a line in front of the eye', () => {
    expect(region.meets('polyline', [0, -50, 0, 0, 50, 0])).toBe(true);
    expect(region.meets('polyline', [-10, -50, 0, 10, -1, 0])).toBe(false);
  });

  it('is ground that reaches behind the eye, but none that lies behind it alone', () => {
    const ground = [-900, -900, -1, 900, -900, -1, 900, 900, -1, -900, 900, -1];
    expect(region.meets('polygon', ground)).toBe(true);
    expect(
      region.meets(
        'polygon',
        ground.map((value, i) => (i % 3 === 1 ? value - 950 : value)),
      ),
    ).toBe(false);
    const wall = [-900, 50, -900, 900, 50, -900, 900, 50, 900, -900, 50, 900];
    expect(region.meets('polygon', wall)).toBe(true);
  });

  it('follows the exaggeration', () => {
    expect(region.meets('point', [0, 100, 30])).toBe(true);
    expect(viewRegion(level, size, 10).meets('point', [0, 100, 30])).toBe(false);
  });
});
