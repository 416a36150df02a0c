import type { PointLayers } from '#domain/formats/las/points.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { randomSource } from './terrain.ts';

/** Points along the lattice's sides. */
export const [latticeColumns, latticeRows] = [44, 32];
export const latticeScale: WorldPoint = [0.001, 0.001, 0.001];
export const latticeOffset: WorldPoint = [5_000_000, 5_200_000, 0];
export const latticeMiddle: WorldPoint = [5_000_022, 5_200_016, 100];

/** Points a metre apart in plan, everything else random: white, so that drawn points are distinguishable. */
export function lattice(): PointLayers {
  const random = randomSource(11);
  const count = latticeColumns * latticeRows;
  const of = <T>(fill: (i: number) => T) => Array.from({ length: count }, (_, i) => fill(i));
  const numberOfReturns = Uint8Array.from(of(() => 1 + Math.floor(random() * 4)));
  return {
    count,
    xyz: Int32Array.from(
      of((i) => [
        (i % latticeColumns) * 1000 + 500,
        Math.floor(i / latticeColumns) * 1000 + 500,
        90_000 + random() * 20_000,
      ]).flat(),
    ),
    rgb: new Uint16Array(count * 3).fill(65_535),
    classification: Uint8Array.from(of(() => Math.floor(random() * 12))),
    intensity: Uint16Array.from(of(() => Math.floor(random() * 40_000))),
    returnNumber: Uint8Array.from(numberOfReturns, (n) => 1 + Math.floor(random() * n)),
    numberOfReturns,
    gpsTime: Float64Array.from(of(() => 314_159_265.25 + random() * 3600)),
    pointSourceId: Uint16Array.from(of((i) => i % 7)),
  };
}
