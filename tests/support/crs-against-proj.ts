import type { GeographicBox } from '#domain/crs/area-of-use.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { createTransform, type TransformEnd } from '#domain/crs/transform.ts';
import type { GeodeticCrs, HorizontalCrs, ProjectedCrs } from '#domain/crs/types.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { askProj, inParallel, type Pair } from './proj-answers.ts';

/** Systems of methods that are not computed here; transforming them is refused by name. */
export const unsupportedSystems = [3993, 5224, 5225, 5515, 5516, 8441, 22300, 22700, 29701, 32600, 32700];
/** PROJ omits the rotation of the Belgian cone. The other two have south and west axes, which PROJ and EPSG order differently. */
const different = [31300, 8044, 8045];

/** Result of the comparison. `wrong` lists each system beyond the tolerance, with the difference in metres. */
export interface Comparison {
  systems: number;
  /** Points that agree after a change of datum, and those refused because no shift is known. */
  shifted: number;
  refused: number;
  /** Points for which PROJ has no result, most of them in systems with west axes. */
  unanswered: number;
  readonly wrong: string[];
}

const end = (horizontal: HorizontalCrs): TransformEnd => ({ horizontal, vertical: null });

/** Five points spread over the system's area of use, longitude and latitude in degrees. */
function pointsOf(area: GeographicBox): Pair[] {
  const width = area.east < area.west ? area.east + 360 - area.west : area.east - area.west;
  const places = [
    [0.5, 0.5],
    [0.2, 0.8],
    [0.8, 0.2],
    [0.15, 0.3],
    [0.85, 0.75],
  ] as const;
  return places.map(([fx, fy]): Pair => {
    const longitude = area.west + width * fx;
    const wrapped = longitude > 180 ? longitude - 360 : longitude;
    return [Number(wrapped.toFixed(4)), Number((area.south + (area.north - area.south) * fy).toFixed(4))];
  });
}

/** Test location of a system without a stated area of use: around its origin. */
function aroundOrigin({ parameters, base }: ProjectedCrs): GeographicBox {
  const { lat0 = 0, lon0 = 0 } = parameters;
  const longitude = lon0 + base.datum.meridian.longitude;
  return { south: lat0 - 3, north: lat0 + 3, west: longitude - 2, east: longitude + 2 };
}

/** Metres between our x and y and PROJ's numbers in the order of the system's axes. */
function gapOf(crs: ProjectedCrs, [x, y]: readonly number[], [first, second]: Pair): number {
  const straight = Math.hypot(x! - first, y! - second);
  const turned = Math.hypot(x! - second, y! - first);
  const isTurned = crs.axes === 'ne' || crs.axes === 'nw';
  const gap = crs.axes === 'polar' ? Math.min(straight, turned) : isTurned ? turned : straight;
  return gap * crs.unit.metres;
}

/** Metres on the ground between two places in degrees, nearly. */
function groundGap([x, y]: readonly number[], [longitude, latitude]: Pair): number {
  const east = ((x! - longitude + 540) % 360) - 180;
  return 111_320 * Math.hypot(east * Math.cos((latitude * Math.PI) / 180), y! - latitude);
}

async function compareProjection(
  crs: ProjectedCrs,
  points: readonly Pair[],
  result: Comparison,
): Promise<void> {
  if (crs.base.unit.kind !== 'angular' || crs.base.unit.id !== 'degrees') return;
  const expected = await askProj(`EPSG:${crs.base.epsg}`, `EPSG:${crs.epsg}`, points, true);
  const transform = createTransform(end(crs.base), end(crs));
  const back = transform.inverse();
  points.forEach((point, index) => {
    const answer = expected[index];
    if (!answer) return;
    const ours = transform.point(point);
    const gap = Math.max(gapOf(crs, ours, answer), groundGap(back.point(ours), point));
    if (!(gap <= 1e-3)) result.wrong.push(`EPSG:${crs.epsg} of its base at ${point}: ${gap} m`);
  });
}

async function compareShift(
  wgs84: GeodeticCrs,
  crs: ProjectedCrs,
  points: readonly Pair[],
  result: Comparison,
): Promise<void> {
  const target = `EPSG:${crs.epsg}`;
  const strict = await askProj('EPSG:4326', target, points, true);
  const expected = strict.includes(null) ? await askProj('EPSG:4326', target, points, false) : strict;
  points.forEach((point, index) => {
    try {
      const ours = createTransform(end(wgs84), end(crs), point).point(point);
      const answer = strict[index] ?? expected[index];
      const gap = answer ? gapOf(crs, ours, answer) : 0;
      if (!answer) result.unanswered++;
      else if (gap <= 1e-3) result.shifted++;
      else result.wrong.push(`EPSG:${crs.epsg} of WGS 84 at ${point}: ${gap} m`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'crs.shift-unknown')) throw error;
      result.refused++;
    }
  });
}

/**
 * Compares projected systems with PROJ at points all over their areas of use: from their base systems and back, and
 * from WGS 84 through the shift of the place. A change of datum must agree within a millimetre or be refused.
 */
export async function compareWithProj(table: CrsTable, codes: readonly number[]): Promise<Comparison> {
  const wgs84 = (await readCrs([{ source: 'user', payload: 'EPSG:4326' }])).definition!.horizontal;
  const result: Comparison = { systems: 0, shifted: 0, refused: 0, unanswered: 0, wrong: [] };
  await inParallel(codes, async (code) => {
    const entry = table.find(code);
    if (entry?.kind !== 'projected') return;
    if (unsupportedSystems.includes(code) || different.includes(code)) return;
    const points = pointsOf(entry.area ?? aroundOrigin(entry.crs));
    await compareProjection(entry.crs, points, result);
    await compareShift(wgs84 as GeodeticCrs, entry.crs, points, result);
    result.systems++;
  });
  return result;
}

/** Codes of every projected system of the table. */
export const projectedCodes = (table: CrsTable): number[] =>
  table.rows.projected.map((row) => Number(row.slice(0, row.indexOf('|'))));
