import { INTERNATIONAL_FOOT, type LinearUnit, METRE, US_SURVEY_FOOT } from '../units/units.ts';
import { identifyCrs } from './identify.ts';
import type { CrsTable } from './table.ts';
import type { CrsConflict, CrsDefinition, ProjectedCrs } from './types.ts';

/** A system with its coordinates in another unit, and its false origin's numbers read in one of the two. */
function reread(crs: ProjectedCrs, unit: LinearUnit, originUnit: LinearUnit): ProjectedCrs {
  const { isUnitAssumed: _, ...said } = crs;
  const { fe, fn, ...others } = crs.parameters;
  return {
    ...said,
    epsg: null,
    unit,
    parameters: {
      ...others,
      ...(fe === undefined ? {} : { fe: fe * originUnit.metres }),
      ...(fn === undefined ? {} : { fn: fn * originUnit.metres }),
    },
  };
}

/** The system of the dataset that the numbers make in feet; that in feet alone goes first, then an origin in metres. */
function knownInFeet(table: CrsTable, crs: ProjectedCrs) {
  for (const unit of [US_SURVEY_FOOT, INTERNATIONAL_FOOT]) {
    for (const originUnit of [unit, METRE]) {
      const horizontal = reread(crs, unit, originUnit);
      const said = { name: null, horizontal, vertical: null, compoundEpsg: null };
      const found = identifyCrs(table, said).definition.horizontal;
      if (found?.kind === 'projected' && found.epsg !== null) return { found, unit, originUnit };
    }
  }
  return null;
}

/**
 * Evidence for feet where a projected system without a unit of length was assumed to be in metres: its numbers are
 * those of a system of the dataset in feet and of none in metres; or the data are beyond twice its false easting,
 * which eastings should not exceed, and within that in US survey feet.
 * @param place in the coordinates of the file
 * @param a the declaration that should name the unit
 */
export function unitHints(
  table: CrsTable,
  definition: CrsDefinition | null,
  place: readonly number[] | undefined,
  a: string,
): CrsConflict[] {
  const horizontal = definition?.horizontal;
  if (horizontal?.kind !== 'projected') return [];
  const easting = Number((horizontal.parameters.fe ?? 0).toFixed(4));
  const [x = Number.NaN] = place ?? [];
  const inFeet = x * US_SURVEY_FOOT.metres;
  const isBeyond = easting > 0 && x > 2 * easting && inFeet < 2 * easting;
  const known = horizontal.epsg === null || isBeyond ? knownInFeet(table, horizontal) : null;
  if (known) {
    const { found, unit, originUnit } = known;
    const params = { a, easting, unit: unit.name, originUnit: originUnit.name, name: found.name };
    return [{ code: 'crs.unit-known', params: { ...params, epsg: found.epsg! } }];
  }
  if (!isBeyond) return [];
  const params = { a, easting, x: Number(x.toFixed(3)), inMetres: Number(inFeet.toFixed(3)) };
  return [{ code: 'crs.unit-fits', params: { ...params, unit: US_SURVEY_FOOT.name } }];
}
