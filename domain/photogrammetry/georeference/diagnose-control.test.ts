import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../math/vectors.ts';
import { type ControlSighting, diagnoseControl } from './diagnose-control.ts';

const origin = [500_000, 5_000_000, 0] as const;
const toFrame = (x: number, y: number, z: number | null): Vec3 => [
  x - origin[0],
  y - origin[1],
  z ?? Number.NaN,
];

const places: Vec3[] = [
  [10, 20, 250],
  [90, 15, 262],
  [50, 80, 255],
  [5, 95, 270],
  [100, 100, 248],
];

/** Control with a typing error; photo positions have errors of 3 m, their heights of 30 m. */
function sightings(slip: (x: number, y: number, z: number) => [number, number, number]): ControlSighting[] {
  return places.map(([e, n, u]) => {
    const [x, y, z] = slip(origin[0] + e, origin[1] + n, u);
    return { x, y, z, located: [e + 2, n - 2, u - 30] };
  });
}

describe('control that does not lie with the photos', () => {
  it('is not found where it fits within what satellite positions are worth', () => {
    expect(
      diagnoseControl(
        sightings((x, y, z) => [x, y, z]),
        toFrame,
      ),
    ).toBeNull();
    expect(diagnoseControl([], toFrame)).toBeNull();
  });

  it('is found with swapped axes', () => {
    expect(
      diagnoseControl(
        sightings((x, y, z) => [y, x, z]),
        toFrame,
      ),
    ).toEqual({ kind: 'swapped' });
  });

  it.each([0.3048, 1200 / 3937])('is found typed in feet of %d m', (metres) => {
    const found = diagnoseControl(
      sightings((x, y, z) => [x / metres, y / metres, z / metres]),
      toFrame,
    );
    expect(found).toEqual({ kind: 'units', factor: metres });
  });

  it('is found with heights alone in feet', () => {
    const found = diagnoseControl(
      sightings((x, y, z) => [x, y, z / 0.3048]),
      toFrame,
    );
    expect(found).toEqual({ kind: 'height-units', factor: 0.3048 });
  });

  it.each([
    ['metres under a header of feet, at 250 m', 0, 1 / 0.3048],
    ['feet under a header of metres, at 38 m', -217, 0.3048],
  ])('is found with three heights alone in %s', (_, level, factor) => {
    const three = sightings((x, y, z) => [x, y, z]).slice(0, 3);
    const typed = three.map(({ x, y, z, located }) => {
      const at = [located[0], located[1], located[2] + 30 + level] as const;
      return { x, y, z: (z! + level) / factor, located: at };
    });
    expect(diagnoseControl(typed, toFrame, true)).toMatchObject({ kind: 'height-units' });
    const right = typed.map((one) => ({ ...one, z: one.z * factor }));
    expect(diagnoseControl(right, toFrame, true)).toBeNull();
  });

  it('is not accused of its unit where photos count heights from their take-off', () => {
    const flat = sightings((x, y, z) => [x, y, z]).map(({ x, y, z, located }) => ({
      x,
      y,
      z,
      located: [located[0], located[1], located[2] - 220] as const,
    }));
    expect(diagnoseControl(flat, toFrame)).toBeNull();
  });

  it('is found in another place', () => {
    const found = diagnoseControl(
      sightings((x, y, z) => [x + 4000, y, z]),
      toFrame,
    );
    expect(found?.kind).toBe('apart');
    expect(found).toHaveProperty('distanceM', expect.closeTo(3998, -1));
  });
});
