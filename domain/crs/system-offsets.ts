import { AppError } from '../errors/app-error.ts';
import { loadCrsTable } from './table.ts';
import { readCrsText } from './text-read.ts';
import { createTransform } from './transform.ts';
import type { CrsConflict, CrsReport, CrsSource, HorizontalCrs } from './types.ts';

const degree = Math.PI / 180;
/** Mean radius of the earth, metres (GRS 80): distances between systems are accurate to some parts in a thousand. */
const earthRadius = 6_371_008.8;

/** Great-circle distance of two places in degrees, metres (haversine). */
function distanceOf([lon1, lat1]: readonly number[], [lon2, lat2]: readonly number[]): number {
  const [dLat, dLon] = [(lat2! - lat1!) * degree, (lon2! - lon1!) * degree];
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(lat1! * degree) * Math.cos(lat2! * degree) * Math.sin(dLon / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Metres between where two systems put the same coordinates; null where one of them cannot be computed. */
function metresApart(
  one: HorizontalCrs,
  other: HorizontalCrs,
  world: HorizontalCrs,
  place: readonly number[],
): number | null {
  try {
    const [a, b] = [one, other].map((from) =>
      createTransform({ horizontal: from, vertical: null }, { horizontal: world, vertical: null }).point([
        place[0]!,
        place[1]!,
      ]),
    );
    const metres = distanceOf(a!, b!);
    return Number.isFinite(metres) ? metres : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const areSystems = ({ code }: CrsConflict) => code === 'crs.conflict-epsg' || code === 'crs.conflict-datum';

/**
 * A report whose conflicts of systems and datums say in `offsetMetres` how far apart the two put the data.
 * @param place a point of the data in its own coordinates
 */
export async function measureSystemOffsets(
  report: CrsReport,
  place: readonly number[] | undefined,
): Promise<CrsReport> {
  if (!place || !report.conflicts.some(areSystems)) return report;
  const table = await loadCrsTable();
  const systemOf = (source: unknown): HorizontalCrs | null => {
    const code = report.declarations.find((one) => one.source === (source as CrsSource))?.epsg;
    if (code === undefined || code === null) return null;
    return readCrsText(table, `EPSG:${code}`).definition.horizontal;
  };
  const world = readCrsText(table, 'EPSG:4326').definition.horizontal!;
  const conflicts = report.conflicts.map((conflict) => {
    const [a, b] = [systemOf(conflict.params['a']), systemOf(conflict.params['b'])];
    const metres = areSystems(conflict) && a && b ? metresApart(a, b, world, place) : null;
    if (metres === null) return conflict;
    const offsetMetres = Number(metres.toPrecision(4));
    return { ...conflict, params: { ...conflict.params, offsetMetres } };
  });
  return { ...report, conflicts };
}
