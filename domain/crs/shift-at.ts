import { boxHolds, boxSize } from './area-of-use.ts';
import type { DatumShift, GeodeticDatum, RegionalShift } from './types.ts';

const error = ({ shift }: RegionalShift): number => shift.accuracy ?? 999;

const moves = ({ params }: DatumShift): boolean => params.some((value) => value !== 0);

/**
 * Frames that EPSG equates with WGS 84 need no shift anywhere; those that another shift of the same area
 * distinguishes from it (NAD83(CSRS), by more than a metre) are not among them.
 */
function isModern({ shift, regionalShifts = [] }: GeodeticDatum): boolean {
  if (!shift || moves(shift)) return false;
  const general = regionalShifts.find((one) => one.shift.operation === shift.operation);
  const isToldApart = (other: RegionalShift) => moves(other.shift) && boxHolds(other.area, general!.area);
  return !general || !regionalShifts.some(isToldApart);
}

/** True where one of two shifts of a place is to be taken rather than the other that comes before it. */
function isBetter(other: RegionalShift, best: RegionalShift): boolean {
  if (other.isOffshore) return false;
  if (error(other) !== error(best)) return error(other) < error(best);
  return boxHolds(best.area, other.area) && !boxHolds(other.area, best.area);
}

/**
 * The shift of a datum to WGS 84 at a place (degrees from Greenwich): the most accurate one that needs no grid and
 * whose area holds the place, as PROJ chooses; where none does null, rather than one made for elsewhere, except for
 * frames that need none. Where the text of the system itself declares a shift, that; where the datum has no shifts
 * with areas, its general one.
 */
export function shiftAt(datum: GeodeticDatum, longitude: number, latitude: number): DatumShift | null {
  const { regionalShifts } = datum;
  const isDeclared = datum.shift !== null && datum.shift.operation === null;
  if (isDeclared || !regionalShifts) return datum.shift;
  const place = { west: longitude, east: longitude, south: latitude, north: latitude };
  const isGeneral = ({ shift }: RegionalShift): boolean => shift.operation === datum.shift?.operation;
  const found = regionalShifts
    .filter(({ area }) => boxHolds(area, place))
    .sort(
      (a, b) =>
        Number(isGeneral(b)) - Number(isGeneral(a)) ||
        boxSize(b.area) - boxSize(a.area) ||
        error(a) - error(b),
    );
  if (found.length === 0) return isModern(datum) ? datum.shift : null;
  return found.reduce((best, other) => (isBetter(other, best) ? other : best)).shift;
}
