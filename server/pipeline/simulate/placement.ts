import { readCrs } from '#domain/crs/read-crs.ts';
import { findCrs } from '#domain/crs/search-crs.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { CrsDefinition, CrsReport } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { metresPerUnit } from '../units.ts';
import { measureGround } from './ground-scale.ts';

/** The position of a simulated site in a coordinate system: site metres to world coordinates. */
export interface Placement {
  readonly crs: CrsReport;
  /** World coordinates of the site's south-west corner, in the system's horizontal unit. */
  readonly originX: number;
  readonly originY: number;
  /** Units per metre. */
  readonly horizontal: number;
  readonly vertical: number;
  /** World coordinates of a place of the site. */
  toWorld(x: number, y: number, z: number): [x: number, y: number, z: number];
}

/** NAD83 / UTM zone 17N with NAVD88 heights, all in metres. */
export const defaultSimulationCrs = 'EPSG:26917+5703';

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

const searchStepM = 20_000;
const searchSteps = 25;
const bisections = 40;
/** Origins chosen by scale are multiples of this, metres; the scale changes by under 1e-8 over it. */
const fineGridM = 10;

interface Ground {
  readonly crs: CrsReport;
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * The place nearest to `start`, along or across the system's axes, where a metre on the ground at `levelM` is a metre
 * on the map, so that photos of a site there match its own geometry; `start` where there is none near.
 */
function findTrueScale(ground: Ground, start: readonly [number, number], levelM: number): [number, number] {
  const error = (x: number, y: number) => {
    try {
      return measureGround(ground, [x, y, levelM * ground.vertical]).scale - 1;
    } catch (failure) {
      if (failure instanceof AppError && failure.code === 'crs.transform-not-finite') return Number.NaN;
      throw failure;
    }
  };
  const first = error(...start);
  const step = searchStepM * ground.horizontal;
  for (let ring = 1; ring <= searchSteps; ring++) {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const at = (distance: number) =>
        [start[0] + dx * step * distance, start[1] + dy * step * distance] as const;
      const value = error(...at(ring));
      if (!Number.isFinite(value) || value > 0 === first > 0) continue;
      let [low, high] = [ring - 1, ring];
      for (let pass = 0; pass < bisections; pass++) {
        const middle = (low + high) / 2;
        if (error(...at(middle)) > 0 === first > 0) low = middle;
        else high = middle;
      }
      return [...at(high)];
    }
  }
  return [...start];
}

export interface PlaceOptions {
  /**
   * A site of this size and level is placed where the map is true to scale; else in the middle of the system's area.
   */
  readonly trueToScale?: { readonly sizeM: number; readonly levelM: number };
}

/** Places a site in a system named as for `--crs`. Errors: those of `readCrs`, `process.not-projected`. */
export async function placeSimulation(
  crsText: string,
  { trueToScale }: PlaceOptions = {},
): Promise<Placement> {
  const crs = await readCrs([{ source: 'user', payload: crsText }]);
  const refused = crs.declarations[0]?.error;
  if (refused) throw new AppError(refused.code, { ...refused.params, file: '--crs' });
  if (!crs.definition) throw new AppError('process.no-crs', { file: '--crs' });
  const metres = metresPerUnit(crs, '--crs');
  const [horizontal, vertical] = [1 / metres.horizontal, 1 / metres.vertical];
  let [originX, originY] = await chooseOrigin(crs, crs.definition, horizontal);
  if (trueToScale) {
    const middle = findTrueScale({ crs, horizontal, vertical }, [originX, originY], trueToScale.levelM);
    const grid = fineGridM * horizontal;
    [originX, originY] = middle.map(
      (value) => Math.round((value - (trueToScale.sizeM / 2) * horizontal) / grid) * grid,
    ) as [number, number];
  }
  return {
    crs,
    originX,
    originY,
    horizontal,
    vertical,
    toWorld: (x, y, z) => [originX + x * horizontal, originY + y * horizontal, z * vertical],
  };
}
