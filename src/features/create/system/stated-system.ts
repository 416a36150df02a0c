import { type UnitOfMeasure, unitOfMeasure } from '#contract/schemas/common.ts';
import type { CrsEntry } from '#domain/crs/table.ts';
import type { CrsDefinition, CrsReport, EngineeringCrs, HorizontalCrs } from '#domain/crs/types.ts';
import { canWriteWkt, writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import { INTERNATIONAL_FOOT, type LinearUnit, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';

/** The user's declaration of a project's coordinates, in the API's form. */
export interface StatedSystem {
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly uom: UnitOfMeasure | null;
  readonly isLocal: boolean;
}

/** The units that can be stated, by their names in the API. */
const statedUnits: Readonly<Record<UnitOfMeasure, LinearUnit>> = {
  meters: METRE,
  internationalFeet: INTERNATIONAL_FOOT,
  usSurveyFeet: US_SURVEY_FOOT,
};

/** A horizontal system with heights over an unnamed datum in a stated unit. */
function withHeights(horizontal: HorizontalCrs, unit: UnitOfMeasure): CrsDefinition {
  const vertical = {
    name: 'height',
    epsg: null,
    datum: null,
    unit: statedUnits[unit],
    direction: 'up',
  } as const;
  return { name: horizontal.name, horizontal, vertical, compoundEpsg: null };
}

const unitOf = (horizontal: HorizontalCrs): UnitOfMeasure | null =>
  unitOfMeasure.safeParse(horizontal.unit?.id).data ?? null;

/** Whether a listed system does not define heights, so that their unit must be asked. */
export function lacksHeightUnit(entry: CrsEntry): boolean {
  return entry.kind === 'projected' && canWriteWkt(withHeights(entry.crs, 'meters'));
}

/** A listed system, and the unit of heights where it does not define it. */
export function systemOfEntry(entry: CrsEntry, heights: UnitOfMeasure | null): StatedSystem {
  const horizontal =
    entry.kind === 'compound' ? entry.horizontal : entry.kind === 'vertical' ? null : entry.crs;
  const isOpen = horizontal !== null && heights !== null && lacksHeightUnit(entry);
  return {
    epsg: entry.epsg,
    wkt: isOpen ? writeWkt(withHeights(horizontal, heights)) : null,
    uom: horizontal === null ? null : unitOf(horizontal),
    isLocal: false,
  };
}

/** Whether files with a declared system leave the unit of their heights undefined. */
export function leavesHeightsOpen({ definition, verticalUnit }: CrsReport): boolean {
  const horizontal = definition?.horizontal ?? null;
  return verticalUnit === null && horizontal !== null && canWriteWkt(withHeights(horizontal, 'meters'));
}

/** The files' declaration, with the unit of heights that they leave undefined. */
export function systemOfFiles({ definition, epsg }: CrsReport, heights: UnitOfMeasure): StatedSystem | null {
  const horizontal = definition?.horizontal ?? null;
  if (horizontal === null) return null;
  const wkt = writeWkt(withHeights(horizontal, heights));
  return { epsg, wkt, uom: unitOf(horizontal), isLocal: false };
}

/** A local grid without a georeference. */
export function localSystem(name: string, plan: UnitOfMeasure, heights: UnitOfMeasure): StatedSystem {
  const horizontal: EngineeringCrs = { kind: 'engineering', name, epsg: null, unit: statedUnits[plan] };
  return { epsg: null, wkt: writeWkt(withHeights(horizontal, heights)), uom: plan, isLocal: true };
}

/** A system given as text that has been checked. */
export function systemOfText(wkt: string, { epsg, definition }: CrsReport): StatedSystem {
  const horizontal = definition?.horizontal ?? null;
  const isLocal = horizontal?.kind === 'engineering';
  return { epsg, wkt, uom: horizontal === null ? null : unitOf(horizontal), isLocal };
}
