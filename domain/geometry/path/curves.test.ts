import { describe, expect, it } from 'vitest';
import { bend, codeOf, lengthOf, near, type Place, path, ring, square } from '#tests/support/paths.ts';
import { signedPathArea } from './area.ts';
import { filletVertex } from './fillet.ts';
import { placeAtStation, stationsOf } from './path.ts';
import { simplifyPath } from './simplify.ts';
import { smoothPath } from './smooth.ts';

describe('corners and curves', () => {
  it('are rounded by arcs that both segments touch', () => {
    const corner = path([
      [0, 0, 0],
      [10, 0, 10],
      [10, 10, 0],
    ]);
    const rounded = filletVertex(corner, 1, 3);
    expect(rounded.coordinates).toEqual(near([0, 0, 0, 7, 0, 7, 10, 3, 7, 10, 10, 0]));
    expect(rounded.bulges).toEqual(near([0, Math.tan(Math.PI / 8), 0, 0]));
    expect(lengthOf(rounded)).toBeCloseTo(14 + 1.5 * Math.PI, 9);
    expect(codeOf(() => filletVertex(corner, 1, 10.1))).toBe('edit.fillet-too-large');
    expect(codeOf(() => filletVertex(corner, 0, 1))).toBe('edit.no-corner');
    expect(codeOf(() => filletVertex(bend, 1, 1))).toBe('edit.fillet-straight');
    const area = signedPathArea(filletVertex(square(0, 0, 10), 0, 2));
    expect(area).toBeCloseTo(100 - (4 - Math.PI), 9);
  });

  it('are smoothed through the same vertices: those of a circle become the circle', () => {
    const places = Array.from({ length: 7 }, (_, i): Place => {
      const angle = (i * i * Math.PI) / 40 + i * 0.6;
      return [5 * Math.cos(angle), 5 * Math.sin(angle)];
    });
    const smooth = smoothPath(path(places));
    const total = lengthOf(smooth);
    for (let i = 0; i <= 40; i++) {
      const { x, y } = placeAtStation(smooth, (total * i) / 40)!;
      expect(Math.hypot(x, y)).toBeCloseTo(5, 9);
    }
    const hexagon = Array.from(
      { length: 6 },
      (_, i): Place => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)],
    );
    expect(signedPathArea(smoothPath(ring(hexagon)))).toBeCloseTo(Math.PI, 9);
  });

  it('have no corners after smoothing', () => {
    const smooth = smoothPath(
      path([
        [0, 0, 0],
        [10, 3, 1],
        [12, 20, 5],
        [-4, 25, 2],
      ]),
    );
    const stations = stationsOf(smooth);
    for (const station of stations.slice(1, -1)) {
      const [before, after] = [-1e-7, 1e-7].map((step) => placeAtStation(smooth, station + step)!.direction);
      expect(Math.cos(before! - after!)).toBeCloseTo(1, 9);
    }
    expect(
      smoothPath(
        path([
          [0, 0],
          [5, 0],
          [9, 0],
        ]),
      ).bulges.every((bulge) => bulge === 0),
    ).toBe(true);
  });
});

describe('simplifying', () => {
  it('leaves out what lies within the tolerance in space', () => {
    const line = path([
      [0, 0, 0],
      [5, 0.09, 0],
      [10, 0, 0],
      [15, 0, 0.2],
      [20, 0, 0],
    ]);
    expect(simplifyPath(line, 0.1, 1).coordinates).toEqual([0, 0, 0, 10, 0, 0, 15, 0, 0.2, 20, 0, 0]);
    expect(simplifyPath(line, 0.1, 0.3).coordinates).toEqual([0, 0, 0, 20, 0, 0]);
    expect(simplifyPath(line, 0.07, 0.1).coordinates).toEqual([0, 0, 0, 5, 0.09, 0, 20, 0, 0]);
  });

  it('keeps arcs, and rings as rings', () => {
    expect(simplifyPath(bend, 100, 1)).toEqual(bend);
    const dense = ring(
      Array.from(
        { length: 40 },
        (_, i): Place => (i < 10 ? [i, 0] : i < 20 ? [10, i - 10] : i < 30 ? [30 - i, 10] : [0, 40 - i]),
      ),
    );
    const simple = simplifyPath(dense, 1e-6, 1);
    expect(simple.coordinates).toHaveLength(12);
    expect(signedPathArea(simple)).toBe(100);
  });
});
