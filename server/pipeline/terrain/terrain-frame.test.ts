import { describe, expect, it } from 'vitest';
import { type CellRequest, chooseCells, roundCell } from './terrain-frame.ts';

const survey: CellRequest = {
  spacing: 0.3678,
  bounds: { minX: 0, minY: 0, maxX: 400, maxY: 250 },
  unit: { horizontal: 1, vertical: 1 },
  resolution: null,
  surfaceScale: null,
  pointSpacing: null,
};

describe('cells of the models', () => {
  it('are the spacing of laser returns, to two significant digits', () => {
    expect(chooseCells(survey)).toEqual({ elevation: 0.37, surface: 0.37, wanted: null });
  });

  it('of photos are the spacing that the density is for, and twice that', () => {
    const cells = chooseCells({ ...survey, spacing: 0.07, pointSpacing: 0.0314 });
    expect(cells).toEqual({ elevation: 0.062, surface: 0.031, wanted: null });
  });

  it('of photos are no finer than a third of the spacing that there is', () => {
    const cells = chooseCells({ ...survey, spacing: 0.3, pointSpacing: 0.0314 });
    expect(cells).toEqual({ elevation: 0.2, surface: 0.1, wanted: null });
  });

  it('are what the person states, the surface model’s the elevation model’s where nothing else is stated', () => {
    const stated = { ...survey, pointSpacing: 0.0314, resolution: 0.123456 };
    expect(chooseCells(stated)).toEqual({ elevation: 0.123456, surface: 0.123456, wanted: null });
    expect(chooseCells({ ...stated, surfaceScale: 0.5 })).toMatchObject({ surface: 0.061728 });
    const scaled = chooseCells({ ...survey, surfaceScale: 2 });
    expect(scaled).toEqual({ elevation: 0.37, surface: 0.74, wanted: null });
  });

  it('are at least a centimetre, in any unit', () => {
    expect(chooseCells({ ...survey, spacing: 0.0004 }).surface).toBe(0.01);
    const feet = { horizontal: 0.3048, vertical: 0.3048 };
    expect(chooseCells({ ...survey, spacing: 0.0004, unit: feet }).surface).toBe(0.033);
  });

  it('are larger where a raster would have too many, and tell what they would have been', () => {
    const cells = chooseCells(survey, 100_000);
    expect(cells).toEqual({ elevation: 1, surface: 1, wanted: 0.37 });
    const photos = chooseCells({ ...survey, pointSpacing: 0.2, spacing: 0.2 }, 70_000);
    expect(photos).toEqual({ elevation: 2.4, surface: 1.2, wanted: 0.2 });
    expect((400 * 250) / 1.2 ** 2).toBeLessThan(70_000);
    expect(chooseCells({ ...survey, resolution: 0.5 }, 100)).toMatchObject({ surface: 0.5, wanted: null });
  });
});

describe('roundCell', () => {
  it.each([
    [0.0314159, 0.031],
    [0.0996, 0.1],
    [1.2499, 1.2],
    [73.6, 74],
    [1234, 1200],
  ])('rounds %d to %d', (value, rounded) => {
    expect(roundCell(value)).toBe(rounded);
  });

  it('rounds up where the nearest would be too small', () => {
    expect(roundCell(1.2499, 1.2499)).toBe(1.3);
    expect(roundCell(0.994, 0.994)).toBe(1);
    expect(roundCell(1234, 1234)).toBe(1300);
  });
});
