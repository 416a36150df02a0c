import { expect, it } from 'vitest';
import { graticuleStep, isInView, moved, placeAt, viewOf, wholeWorld, windowOf } from './plan-view.ts';

it('a plan shows no more than the world, whatever it is asked for', () => {
  expect(viewOf({ longitude: 179, latitude: 89 }, 1000)).toEqual(wholeWorld);
  const view = viewOf({ longitude: 179, latitude: -89 }, 60);
  const [x, y, width, height] = windowOf(view);
  expect(x + width).toBe(180);
  expect(y + height).toBe(90);
  expect(viewOf({ longitude: 0, latitude: 0 }, 0).span).toBeGreaterThan(0);
});

it('points of the plan are places, corners included', () => {
  expect(placeAt(wholeWorld, 0, 0)).toEqual({ longitude: -180, latitude: 90 });
  expect(placeAt(wholeWorld, 1, 1)).toEqual({ longitude: 180, latitude: -90 });
  const view = viewOf({ longitude: 10, latitude: 50 }, 20);
  expect(placeAt(view, 0.5, 0.5)).toEqual({ longitude: 10, latitude: 50 });
});

it('a place moves round the world and ends at the poles', () => {
  expect(moved({ longitude: 179, latitude: 80 }, 2, 20)).toEqual({ longitude: -179, latitude: 90 });
  expect(moved({ longitude: -180, latitude: 0 }, -10, 0)).toEqual({ longitude: 170, latitude: 0 });
});

it('a place at the edge is out of sight, and the graticule stays readable at every scale', () => {
  const view = viewOf({ longitude: 0, latitude: 0 }, 60);
  expect(isInView(view, { longitude: 20, latitude: 10 })).toBe(true);
  expect(isInView(view, { longitude: 29, latitude: 0 })).toBe(false);
  for (const span of [6, 20, 60, 360]) {
    expect(span / graticuleStep(span)).toBeLessThanOrEqual(12);
    expect(span / graticuleStep(span)).toBeGreaterThanOrEqual(3);
  }
});
