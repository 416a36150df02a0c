import { expect, test } from 'vitest';
import { fixLines } from '#server/cli/process/photos.ts';
import { residualOf } from './position-residual.ts';

test('residuals are root mean squares, of heights where there are any', () => {
  expect(residualOf([])).toBeNull();
  expect(
    residualOf([
      [3, 0, 1],
      [-3, 4, null],
    ]),
  ).toEqual({ e: 3, n: Math.sqrt(8), u: 1, d3: Math.hypot(3, Math.sqrt(8), 1) });
  expect(residualOf([[3, 4, null]])).toEqual({ e: 3, n: 4, u: null, d3: 5 });
});

test('each kind of fix is told by itself', () => {
  const lines = fixLines({
    fixes: [
      {
        fix: 'fixed',
        photos: 70,
        sigma: [0.02, 0.02, 0.03],
        used: 70,
        residual: residualOf([[0.01, 0.02, 0.02]]),
      },
      { fix: 'none', photos: 1, sigma: [10, 10, null], used: 1, residual: residualOf([[3, 4, null]]) },
      { fix: 'float', photos: 2, sigma: null, used: 0, residual: null },
    ],
  });
  expect(lines).toEqual([
    'Satellite positions: 70 photos with a fixed solution, weighed with E 0.020, N 0.020, U 0.030 m',
    'Residual to the satellite positions of 70 photos with a fixed solution (m): E 0.010, N 0.020, U 0.020, 3D 0.030',
    'Satellite positions: 1 photo without a fix, weighed with E 10.000, N 10.000, U – m',
    'Residual to the satellite position of 1 photo without a fix (m): E 3.000, N 4.000, U –, 3D 5.000',
    'Satellite positions: 2 photos with a float solution, not used',
  ]);
});
