import { readCrs } from '#domain/crs/read-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { measureGround } from './ground-scale.ts';
import type { Placement } from './placement.ts';

/** The geographic position of a simulated site. */
export interface EarthPosition {
  /** Degrees, WGS 84, of a place of the site (metres). */
  toGeographic(x: number, y: number): { readonly latitude: number; readonly longitude: number };
  /** Direction of true north in the site's frame, degrees clockwise from its y axis, at its middle. */
  readonly trueNorthDeg: number;
  /** Metres on the map per metre on the ground, at the site's middle and level. */
  readonly scale: number;
}

/** Georeferences a placed site. Throws `crs.transform-unavailable` for a system without a tie to the earth. */
export async function locateSimulation(
  placement: Placement,
  sizeM: number,
  levelM: number,
): Promise<EarthPosition> {
  const { crs } = placement;
  const base = await readCrs([{ source: 'user', payload: 'EPSG:4326' }]);
  if (!crs.definition || !base.definition) throw new AppError('process.no-crs', { file: '--crs' });
  const there = createTransform(
    { horizontal: crs.definition.horizontal, vertical: null },
    { horizontal: base.definition.horizontal, vertical: null },
  );
  const middle = placement.toWorld(sizeM / 2, sizeM / 2, levelM);
  return {
    ...measureGround(placement, middle),
    toGeographic(x, y) {
      const [longitude = 0, latitude = 0] = there.point(placement.toWorld(x, y, 0).slice(0, 2));
      return { latitude, longitude };
    },
  };
}
