import { expect } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { type Path, stationsOf } from '#domain/geometry/path/path.ts';

export type Place = readonly [x: number, y: number, z?: number];

/** An open or closed path of places; elevation 0 where none is given. */
export const path = (places: readonly Place[], isClosed = false, bulges: readonly number[] = []): Path => ({
  coordinates: places.flatMap(([x, y, z = 0]) => [x, y, z]),
  bulges: places.map((_, i) => bulges[i] ?? 0),
  isClosed,
});
export const ring = (places: readonly Place[], bulges?: readonly number[]) => path(places, true, bulges);
export const circle = (x: number, y: number, radius: number) =>
  ring(
    [
      [x - radius, y],
      [x + radius, y],
    ],
    [1, 1],
  );
export const square = (x: number, y: number, size: number) =>
  ring([
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ]);
export const near = (values: readonly number[], digits = 9) =>
  values.map((value) => (Number.isNaN(value) ? value : expect.closeTo(value, digits)));
export const lengthOf = (line: Path) => stationsOf(line).at(-1)!;
export const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

/** A quarter circle from the east to the north, then a line to the west; far from the origin. */
export const bend = path(
  [
    [500_010, 4_200_000, 1],
    [500_000, 4_200_010, 3],
    [499_980, 4_200_010, Number.NaN],
  ],
  false,
  [Math.tan(Math.PI / 8)],
);
