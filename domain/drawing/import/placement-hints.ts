import { INTERNATIONAL_FOOT, type LinearUnit, METRE, US_SURVEY_FOOT } from '../../units/units.ts';

/** A rectangle in plan. */
export interface PlanExtent {
  readonly min: readonly [x: number, y: number];
  readonly max: readonly [x: number, y: number];
}

/** Changes of a file's coordinates that bring it to the survey. */
export interface PlacementHint {
  readonly isSwapped: boolean;
  readonly unit: LinearUnit;
}

/** Units that files are written in by mistake for one another. */
const units = [METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT] as const;

/** Distance between two rectangles, 0 where they touch. */
export function gapBetween(a: PlanExtent, b: PlanExtent): number {
  const gap = (axis: 0 | 1) => Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]);
  return Math.hypot(gap(0), gap(1));
}

/** A rectangle after a hint was followed; `from` is the unit that its numbers were taken for. */
export function placedExtent(
  extent: PlanExtent,
  { isSwapped, unit }: PlacementHint,
  from: LinearUnit,
): PlanExtent {
  const factor = unit.metres / from.metres;
  const place = ([x, y]: PlanExtent['min']): [number, number] =>
    isSwapped ? [y * factor, x * factor] : [x * factor, y * factor];
  return { min: place(extent.min), max: place(extent.max) };
}

/**
 * What else the coordinates of a file could mean, where they lie off the survey: east and north swapped, another unit, or
 * both. The nearest to the survey first, only those that reach it; none where the file reaches it as it is.
 * @param extent of the file, taken for `unit`
 * @param survey in that unit too
 */
export function placementHints(
  extent: PlanExtent,
  survey: PlanExtent,
  unit: LinearUnit,
): readonly PlacementHint[] {
  const reach = Math.hypot(survey.max[0] - survey.min[0], survey.max[1] - survey.min[1]);
  const isOnSurvey = (placed: PlanExtent) => gapBetween(placed, survey) <= reach;
  if (isOnSurvey(extent)) return [];
  const candidates = [false, true].flatMap((isSwapped) =>
    units
      .filter((other) => isSwapped || other.metres !== unit.metres)
      .map((other) => ({ isSwapped, unit: other })),
  );
  return candidates
    .map((hint) => ({ hint, placed: placedExtent(extent, hint, unit) }))
    .filter(({ placed }) => isOnSurvey(placed))
    .sort((a, b) => gapBetween(a.placed, survey) - gapBetween(b.placed, survey))
    .map(({ hint }) => hint);
}
