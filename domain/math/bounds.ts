import type { Vec3 } from './vectors.ts';

/** An axis-aligned box: least and greatest x, y and z. */
export interface Bounds3 {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Grows by places and boxes. */
export interface BoundsBuilder {
  /** Values that are NaN are left out, axis by axis. */
  add(xyz: ArrayLike<number>): void;
  join(bounds: Bounds3): void;
  /** Of nothing `Infinity` to `-Infinity`. */
  bounds(): Bounds3;
}

export function createBounds(): BoundsBuilder {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  return {
    add(xyz) {
      for (let i = 0; i < xyz.length; i++) {
        const axis = (i % 3) as 0 | 1 | 2;
        const value = xyz[i]!;
        if (value < min[axis]) min[axis] = value;
        if (value > max[axis]) max[axis] = value;
      }
    },
    join(bounds) {
      for (const axis of [0, 1, 2] as const) {
        min[axis] = Math.min(min[axis], bounds.min[axis]);
        max[axis] = Math.max(max[axis], bounds.max[axis]);
      }
    },
    bounds: () => ({ min: [...min], max: [...max] }),
  };
}

/** The box round places, x y z after each other; null where there is none. Values that are NaN are left out. */
export function boundsOfPlaces(xyz: ArrayLike<number>): Bounds3 | null {
  const builder = createBounds();
  builder.add(xyz);
  const bounds = builder.bounds();
  return bounds.min[0] <= bounds.max[0] ? bounds : null;
}
