import { describe, expect, it } from 'vitest';
import { type Camera, intrinsicNames, projectRay, simpleCamera } from './camera.ts';
import { projectionLength, projectPlace, projectWithDerivatives } from './projection-derivatives.ts';

const brown: Camera = {
  ...simpleCamera(4000, 3000, 3200),
  cx: 2010,
  cy: 1480,
  k1: -0.09,
  k2: 0.05,
  k3: -0.02,
  p1: 0.002,
  p2: -0.001,
};
const fisheye: Camera = { ...brown, model: 'fisheye', focal: 1500, p1: 0, p2: 0 };
const rays = [
  [0, 0, 10],
  [3, -2, 10],
  [-4, 3, 8],
  [0.5, 5, 11],
] as const;

describe.each([
  ['perspective', brown],
  ['fisheye', fisheye],
])('derivatives of the %s camera', (_, camera) => {
  const out = new Float64Array(projectionLength);

  it.each(rays)('are the differences of projections at %f %f %f', (x, y, z) => {
    expect(projectWithDerivatives(camera, x, y, z, out)).toBe(true);
    const place = projectRay(camera, x, y, z)!;
    expect(out[0]).toBeCloseTo(place[0], 9);
    expect(out[1]).toBeCloseTo(place[1], 9);
    const alone = new Float64Array(projectionLength);
    expect(projectPlace(camera, x, y, z, alone)).toBe(true);
    expect([alone[0], alone[1]]).toEqual([out[0], out[1]]);
    for (const axis of [0, 1, 2] as const) {
      const step = 1e-5;
      const moved = (sign: number) => {
        const ray: [number, number, number] = [x, y, z];
        ray[axis] += sign * step;
        return projectRay(camera, ...ray)!;
      };
      const [a, b] = [moved(1), moved(-1)];
      for (const row of [0, 1] as const) {
        expect(out[2 + 3 * row + axis]! / camera.focal).toBeCloseTo(
          (a[row] - b[row]) / (2 * step) / camera.focal,
          7,
        );
      }
    }
    for (const [k, name] of intrinsicNames.entries()) {
      if (camera.model === 'fisheye' && name.startsWith('p')) continue;
      const step = name === 'focal' || name.startsWith('c') ? 1e-2 : 1e-5;
      const a = projectRay({ ...camera, [name]: camera[name] + step }, x, y, z)!;
      const b = projectRay({ ...camera, [name]: camera[name] - step }, x, y, z)!;
      for (const row of [0, 1] as const) {
        const difference = (a[row] - b[row]) / (2 * step);
        expect(out[8 + 8 * row + k]).toBeCloseTo(difference, 4);
      }
    }
  });

  it('say no behind the camera', () => {
    expect(projectWithDerivatives(camera, 0, 0, -1, out)).toBe(false);
  });
});
