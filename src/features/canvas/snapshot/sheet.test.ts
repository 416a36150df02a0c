import { describe, expect, it } from 'vitest';
import { initialCamera, unitsPerPixel } from '#domain/view/camera.ts';
import { planAtScale, scaleThatFits, seenMiddle, sheetLayout } from './sheet.ts';

describe('map sheets', () => {
  it('draw a metre of ground at the scale asked for', () => {
    const layout = sheetLayout('a3');
    for (const [metres, combined] of [
      [1, 1],
      [0.3048, 1],
      [1, 2],
    ] as const) {
      const plan = planAtScale(initialCamera, layout, 500, { metres, combined });
      const mmPerPixel = 0.1;
      const size = { width: layout.map.width / mmPerPixel, height: layout.map.height / mmPerPixel };
      const mmPerMetre = (mmPerPixel / (unitsPerPixel(plan, size) * metres)) * combined;
      expect(mmPerMetre).toBeCloseTo(2, 9);
      expect(plan.mode).toBe('2d');
    }
  });

  it('have the middle of what panels leave to be seen', () => {
    const plan = { ...initialCamera, mode: '2d', target: [500, 900, 10], yawRad: 1 } as const;
    expect(seenMiddle(plan, { left: 56, right: 336 }, 0.5)).toEqual([430, 900, 10]);
    // Looking to the east, the right of the view is the south.
    const [x, y] = seenMiddle({ ...plan, mode: '3d', yawRad: Math.PI / 2 }, { left: 0, right: 100 }, 1);
    expect([x, y]).toEqual([expect.closeTo(500, 9), expect.closeTo(950, 9)]);
  });

  it('choose the largest scale at which all fits', () => {
    const layout = sheetLayout('a4');
    expect((layout.map.height / 1000) * scaleThatFits(100, layout)).toBeGreaterThanOrEqual(100);
    expect(scaleThatFits(100, layout)).toBe(1000);
    expect(scaleThatFits(60, layout)).toBe(500);
    expect(scaleThatFits(1e9, layout)).toBe(100_000);
  });

  it('keep map and title on the paper, without overlap', () => {
    for (const paper of ['a4', 'a3', 'letter'] as const) {
      const { map, title, widthMm, heightMm } = sheetLayout(paper);
      expect(map.y + map.height).toBe(title.y);
      expect(title.y + title.height).toBeLessThan(heightMm);
      expect(map.x + map.width).toBeLessThan(widthMm);
    }
  });
});
