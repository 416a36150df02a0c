import { maxOf } from '#domain/math/extremes.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import type { StationControl } from './station-block.ts';

type Residual = NonNullable<StationControl['residual']>;

const lengthOf = ([x, y, z]: Residual) => Math.hypot(x, y, z ?? 0);

/**
 * Exaggeration factor of residual arrows: 1, 2 or 5 times a power of ten, at least 1, so that the longest one is at
 * most `reachM` metres; 1 where nothing was measured.
 */
export function arrowFactor(control: readonly StationControl[], reachM: number): number {
  const longest = Math.max(0, maxOf(control.map(({ residual }) => (residual ? lengthOf(residual) : 0))));
  if (longest === 0) return 1;
  const wanted = reachM / longest;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [5, 2].find((candidate) => candidate * power <= wanted) ?? 1;
  return Math.max(1, step * power);
}

/**
 * The residual of a surveyed point as an arrow from its place, exaggerated by `factor`: shaft and two barbs as one line
 * in the local frame, xyz of 5 vertices, metres. Null without a residual.
 */
export function residualArrow(
  { position, residual }: StationControl,
  factor: number,
): Float64Array<ArrayBuffer> | null {
  if (!residual || lengthOf(residual) === 0) return null;
  const [x, y, z] = [position[0], position[1], position[2] ?? 0];
  const way: Vec3 = [residual[0] * factor, residual[1] * factor, (residual[2] ?? 0) * factor];
  const tip: Vec3 = [x + way[0], y + way[1], z + way[2]];
  const length = Math.hypot(...way);
  const plan = Math.hypot(way[0], way[1]);
  const side: Vec3 = plan < length * 1e-6 ? [1, 0, 0] : [-way[1] / plan, way[0] / plan, 0];
  const barb = (sign: 1 | -1): Vec3 => [
    tip[0] - 0.25 * way[0] + sign * 0.12 * length * side[0],
    tip[1] - 0.25 * way[1] + sign * 0.12 * length * side[1],
    tip[2] - 0.25 * way[2],
  ];
  return Float64Array.from([x, y, z, ...tip, ...barb(1), ...tip, ...barb(-1)]);
}
