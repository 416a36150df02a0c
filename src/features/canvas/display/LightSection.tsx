import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '#ui/Section.tsx';
import { Slider } from '#ui/Slider.tsx';
import type { PartProps } from './loaded.ts';

/** Vertical exaggeration and ground. */
export function LightSection({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { display } = useSnapshot(editor.views.workspace);
  return (
    <Section title={t('display.light')}>
      <Slider
        label={t('display.exaggeration')}
        value={display.verticalExaggeration}
        min={1}
        max={10}
        step={0.5}
        text={`${format.number(display.verticalExaggeration, 1)}×`}
        onChange={(verticalExaggeration) => set({ verticalExaggeration })}
      />
      <Checkbox
        label={t('display.grid')}
        checked={display.hasGrid}
        onChange={(hasGrid) => set({ hasGrid })}
      />
      <Checkbox
        label={t('display.labels')}
        checked={display.hasLabels}
        onChange={(hasLabels) => set({ hasLabels })}
      />
      {display.hasLabels && (
        <Checkbox
          label={t('display.measureLabels')}
          checked={display.hasMeasureLabels}
          onChange={(hasMeasureLabels) => set({ hasMeasureLabels })}
        />
      )}
      <Checkbox
        label={t('display.dashedHidden')}
        checked={display.hasDashedHidden}
        onChange={(hasDashedHidden) => set({ hasDashedHidden })}
      />
    </Section>
  );
}
