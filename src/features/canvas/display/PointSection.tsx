import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '#ui/Section.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Slider } from '#ui/Slider.tsx';
import { type PointDrawing, type PointSizeMode, pointPaths } from '#viewport/display.ts';
import type { PartProps } from './loaded.ts';

const budgets: readonly (number | null)[] = [null, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000];
const sizeModes: readonly PointSizeMode[] = ['adaptive', 'attenuated', 'fixed'];

const drawings: readonly PointDrawing[] = ['auto', ...pointPaths];

/** Display of points: size, shape, gaps, shading, number. */
export function PointSection({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { display } = useSnapshot(editor.views.workspace);
  const pixels = (value: number) => `${format.number(value, 1)}\u00a0px`;
  return (
    <Section title={t('display.points')}>
      <Slider
        label={t('display.pointSize')}
        value={display.pointSizePx}
        min={1}
        max={10}
        step={0.5}
        text={pixels(display.pointSizePx)}
        onChange={(pointSizePx) => set({ pointSizePx })}
      />
      <SelectField
        label={t('display.sizeMode')}
        value={display.pointSizeMode}
        onChange={(pointSizeMode) => set({ pointSizeMode })}
        options={sizeModes.map((mode) => ({ value: mode, label: t(`sizeMode.${mode}`) }))}
      />
      <Checkbox
        label={t('display.roundPoints')}
        checked={display.hasRoundPoints}
        onChange={(hasRoundPoints) => set({ hasRoundPoints })}
      />
      <Checkbox
        label={t('display.holeFilling')}
        checked={display.hasHoleFilling}
        onChange={(hasHoleFilling) => set({ hasHoleFilling })}
      />
      {display.pointDrawing !== 'triangles' && (
        <Checkbox
          label={t('display.pointBlending')}
          checked={display.hasPointBlending}
          onChange={(hasPointBlending) => set({ hasPointBlending })}
        />
      )}
      <Checkbox label={t('display.edl')} checked={display.hasEdl} onChange={(hasEdl) => set({ hasEdl })} />
      {display.hasEdl && (
        <>
          <Slider
            label={t('display.edlStrength')}
            value={display.edlStrength}
            min={0}
            max={1}
            step={0.05}
            text={format.percent(display.edlStrength)}
            onChange={(edlStrength) => set({ edlStrength })}
          />
          <Slider
            label={t('display.edlRadius')}
            value={display.edlRadiusPx}
            min={1}
            max={4}
            step={0.5}
            text={pixels(display.edlRadiusPx)}
            onChange={(edlRadiusPx) => set({ edlRadiusPx })}
          />
        </>
      )}
      <SelectField
        label={t('display.budget')}
        value={String(display.pointBudget)}
        onChange={(value) => set({ pointBudget: value === 'null' ? null : Number(value) })}
        options={budgets.map((budget) => ({
          value: String(budget),
          label: budget === null ? t('display.budgetAuto') : format.number(budget),
        }))}
      />
      <SelectField
        label={t('display.pointDrawing')}
        value={display.pointDrawing}
        onChange={(pointDrawing) => set({ pointDrawing })}
        options={drawings.map((drawing) => ({ value: drawing, label: t(`pointDrawing.${drawing}`) }))}
      />
    </Section>
  );
}
