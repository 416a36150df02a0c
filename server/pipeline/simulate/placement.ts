import { readCrs } from '#domain/crs/read-crs.ts';
import { findCrs } from '#domain/crs/search-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { CrsDefinition, CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { metresPerUnit } from '../units.ts';

/** Where a simulated site lies in a coordinate system: site metres to world coordinates. */
export interface Placement {
  readonly crs: CrsReport;
  /** World coordinates of the site's south-west corner, in the system's horizontal unit. */
  readonly originX: number;
  readonly originY: number;
  /** Units a metre. */
  readonly horizontal: number;
  readonly vertical: number;
  /** World coordinates of a place of the site. */
  toWorld(x: number, y: number, z: number): [x: number, y: number, z: number];
}

/** NAD83 / UTM zone 17N with NAVD88 heights, all in metres. */
export const defaultSiteCrs = 'EPSG:26917+5703';

const originGridM = 1000;

/** The middle of the system's area of use, on a whole kilometre. */
async function chooseOrigin(
  crs: CrsReport,
  definition: CrsDefinition,
  horizontal: number,
): Promise<[number, number]> {
  const area = crs.epsg === null ? null : (await findCrs(crs.epsg))?.area;
  const base = await readCrs([{ source: 'user', payload: 'EPSG:4326' }]);
  if (!area || !base.definition) return [500_000 * horizontal, 4_500_000 * horizontal];
  const east = area.east < area.west ? area.east + 360 : area.east;
  const middle = [(area.west + east) / 2, (area.south + area.north) / 2];
  const [x = 0, y = 0] = createTransform(base.definition, definition).point(middle);
  const grid = originGridM * horizontal;
  return [Math.round(x / grid) * grid, Math.round(y / grid) * grid];
}

/** Places a site in a system named as for `--crs`. Errors: those of `readCrs`, `process.not-projected`. */
export async function placeSite(crsText: string): Promise<Placement> {
  const crs = await readCrs([{ source: 'user', payload: crsText }]);
  const refused = crs.declarations[0]?.error;
  if (refused) throw new AppError(refused.code, { ...refused.params, file: '--crs' });
  if (!crs.definition) throw new AppError('process.no-crs', { file: '--crs' });
  const metres = metresPerUnit(crs, '--crs');
  const [horizontal, vertical] = [1 / metres.horizontal, 1 / metres.vertical];
  const [originX, originY] = await chooseOrigin(crs, crs.definition, horizontal);
  return {
    crs,
    originX,
    originY,
    horizontal,
    vertical,
    toWorld: (x, y, z) => [originX + x * horizontal, originY + y * horizontal, z * vertical],
  };
}
