import { expect, it } from 'vitest';
import { fasterPath } from './measure-points.ts';

it('leaves a way to draw points only for one that is clearly faster', () => {
  expect(fasterPath('compute', { compute: 30, triangles: 25 })).toBe('compute');
  expect(fasterPath('compute', { compute: 30, triangles: 15 })).toBe('triangles');
  expect(fasterPath('triangles', { compute: 10, triangles: 11 })).toBe('triangles');
  expect(fasterPath('triangles', { compute: 5, triangles: 11 })).toBe('compute');
});
