import { useSnapshot } from 'valtio';
import { readable } from '#core/measure/quantities.ts';
import { contourDigits, contourIntervalOf } from '#domain/view/contour-interval.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';
import { type PartProps, useLoaded } from './loaded.ts';

/** Contour lines drawn on the loaded terrain. */
export function ContourSection({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { hasContours, contourInterval, contourIndexEvery } = useSnapshot(editor.views.workspace).display;
  const { elevationRange } = useLoaded(editor);
  const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
  const chosen = elevationRange && contourIntervalOf(contourInterval, elevationRange);
  return (
    <Section title={t('display.contours')}>
      <Checkbox
        label={t('display.hasContours')}
        checked={hasContours}
        onChange={(isOn) => set({ hasContours: isOn })}
      />
      {hasContours && (
        <div className="grid grid-cols-2 items-end gap-2">
          <NumberField
            label={t('display.contourInterval')}
            value={contourInterval}
            unit={unit}
            min={0.001}
            placeholder={chosen === null ? '' : format.number(chosen, contourDigits(chosen))}
            onCommit={(interval) => set({ contourInterval: interval })}
          />
          <NumberField
            label={t('display.contourIndexEvery')}
            value={contourIndexEvery}
            min={1}
            onCommit={(every) => set({ contourIndexEvery: Math.round(every ?? 5) })}
          />
        </div>
      )}
    </Section>
  );
}
