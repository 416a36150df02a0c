import { expect, it } from 'vitest';
import { statedCamera } from './stated-camera.ts';

const camera = {
  make: 'Acme',
  model: null,
  pixel_width: 4000,
  pixel_height: 3000,
  sensor_width: 13.2,
  focal_length: 8.8,
  principal_point: { x0: 1990, y0: 1510 },
};
const isTaken = (changes: object) => statedCamera.safeParse({ ...camera, ...changes }).success;

it('a stated camera has lengths above 0, and both coordinates of a principal point or neither', () => {
  expect(isTaken({})).toBe(true);
  expect(isTaken({ sensor_width: null, focal_length: null, principal_point: null })).toBe(true);
  expect(isTaken({ sensor_width: 0 })).toBe(false);
  expect(isTaken({ focal_length: -1 })).toBe(false);
  expect(isTaken({ principal_point: { x0: 1990 } })).toBe(false);
  expect(isTaken({ principal_point: { x0: 0, y0: 1510 } })).toBe(false);
});
