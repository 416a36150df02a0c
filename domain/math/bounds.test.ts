import { expect, it } from 'vitest';
import { boundsOfPlaces, createBounds } from './bounds.ts';

it('is the box round places, without values that are not known', () => {
  expect(boundsOfPlaces([1, 5, Number.NaN, -2, 7, 3])).toEqual({ min: [-2, 5, 3], max: [1, 7, 3] });
  expect(boundsOfPlaces([])).toBeNull();
});

it('grows by boxes and places', () => {
  const around = createBounds();
  around.join({ min: [0, 0, 0], max: [1, 1, 1] });
  around.add([5, -5, 0.5]);
  expect(around.bounds()).toEqual({ min: [0, -5, 0], max: [5, 1, 1] });
});
