import { Waves } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { readable } from '#core/measure/quantities.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';
import { Slider } from '#ui/Slider.tsx';
import { type PartProps, useLoaded } from './loaded.ts';

/** Water level over terrain and points. */
export function WaterSection({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { waterLevel } = useSnapshot(editor.views.workspace).display;
  const { elevationRange } = useLoaded(editor);
  const { unit } = readable('elevation', 0, editor.facts.verticalUnit);
  if (elevationRange === null) return null;
  const [low, high] = elevationRange;
  const round = (value: number) => Math.round(value * 100) / 100;
  return (
    <Section title={t('display.water')}>
      <Checkbox
        label={t('display.hasWater')}
        checked={waterLevel !== null}
        onChange={(isOn) => set({ waterLevel: isOn ? round(low + (high - low) / 4) : null })}
      />
      {waterLevel !== null && (
        <>
          <Slider
            label={t('display.waterRaise')}
            value={waterLevel}
            min={round(low)}
            max={round(high)}
            step={round(Math.max(0.01, (high - low) / 400))}
            text={`${format.number(waterLevel, 2)} ${unit}`.trim()}
            onChange={(level) => set({ waterLevel: level })}
          />
          <NumberField
            label={t('display.waterLevel')}
            value={round(waterLevel)}
            unit={unit}
            onCommit={(level) => set({ waterLevel: level ?? waterLevel })}
          />
          <MeasurePart editor={editor} level={waterLevel} />
        </>
      )}
    </Section>
  );
}

/** Measures the volume below the level like any other: of the selected polygon, else of one to be drawn. */
function MeasurePart({ editor, level }: { editor: PartProps['editor']; level: number }) {
  const { t } = useText();
  const { selection } = useSnapshot(editor.views.workspace);
  const features = useFeatures(editor);
  if (editor.facts.horizontalUnit === null) return null;
  const polygon = selection.find((id) => features[id]?.kind === 'polygon');
  const measure = async () => {
    const settings = { base: 'custom', elevation: level * editor.zFactor } as const;
    await editor.dispatch('measure.volume', { settings }, 'panel');
    if (polygon === undefined) await editor.dispatch('tool.choose', { tool: 'volume' }, 'panel');
    else await editor.dispatch('measure.feature', { id: polygon, as: 'volume' }, 'panel');
  };
  return (
    <>
      <Button className="mt-1" icon={<Waves className="size-4" />} onClick={() => void measure()}>
        {t(polygon === undefined ? 'display.waterMeasureDrawn' : 'display.waterMeasureSelected')}
      </Button>
      <p className="mt-1 text-ink-soft text-sm">{t('display.waterMeasureHint')}</p>
    </>
  );
}
