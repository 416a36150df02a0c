import type { Editor } from '#core/editor.ts';
import { heightUnitOf, type ImportChoice, type ImportFacts } from '#domain/drawing/import/import-choice.ts';
import { gapBetween, type PlanExtent, placementHints } from '#domain/drawing/import/placement-hints.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import type { PlacedImport } from './use-import.ts';

interface PlaceHintsProps {
  editor: Editor;
  facts: ImportFacts;
  survey: PlanExtent | null;
  choice: ImportChoice;
  placed: PlacedImport | null;
  onChange(part: Partial<ImportChoice>): void;
}

/** Whether the drawing lies on the survey, else how far off, and what would bring it there. */
export function PlaceHints({ editor, facts, survey, choice, placed, onChange }: PlaceHintsProps) {
  const { t, format } = useText();
  const extent = placed && extentOf(placed);
  const { horizontalUnit } = editor.facts;
  if (extent === null || survey === null || horizontalUnit === null) return null;
  const gap = gapBetween(extent, survey);
  if (gap === 0) return <p className="text-good text-sm">{t('import.onSurvey')}</p>;
  const metres = gap * horizontalUnit.metres;
  const isFar = metres >= 10_000;
  const distance = format.number(isFar ? metres / 1000 : metres, 0);
  const unit = heightUnitOf(facts, choice) ?? horizontalUnit;
  const hints =
    choice.system === 'project'
      ? placementHints(scaled(extent, horizontalUnit, unit), scaled(survey, horizontalUnit, unit), unit)
      : placementHints(extent, survey, horizontalUnit).filter((hint) => hint.unit === horizontalUnit);
  return (
    <div className="flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p>{t(isFar ? 'import.offSurveyKm' : 'import.offSurvey', { distance })}</p>
      {hints.map((hint) => (
        <Button
          key={`${hint.unit.name} ${hint.isSwapped}`}
          onClick={() =>
            onChange({ unit: hint.unit, isSwapped: hint.isSwapped ? !choice.isSwapped : choice.isSwapped })
          }
        >
          {t(hintText(hint.isSwapped, hint.unit.metres !== unit.metres), {
            unit: hint.unit.id === 'other' ? hint.unit.name : t(`unit.${hint.unit.id}`),
          })}
        </Button>
      ))}
    </div>
  );
}

function hintText(isSwapped: boolean, isOtherUnit: boolean) {
  if (!isSwapped) return 'import.readAs';
  return isOtherUnit ? 'import.swapAndReadAs' : 'import.swap';
}

/** An extent in the numbers of the file, which are in `unit`. */
function scaled({ min, max }: PlanExtent, from: LinearUnit, unit: LinearUnit): PlanExtent {
  const factor = from.metres / unit.metres;
  return { min: [min[0] * factor, min[1] * factor], max: [max[0] * factor, max[1] * factor] };
}

function extentOf({ records }: PlacedImport): PlanExtent | null {
  const min: [number, number] = [Infinity, Infinity];
  const max: [number, number] = [-Infinity, -Infinity];
  for (const { coordinates } of records.features) {
    for (let i = 0; i < coordinates.length; i += 3) {
      for (const axis of [0, 1] as const) {
        min[axis] = Math.min(min[axis], coordinates[i + axis]!);
        max[axis] = Math.max(max[axis], coordinates[i + axis]!);
      }
    }
  }
  return min[0] <= max[0] ? { min, max } : null;
}
