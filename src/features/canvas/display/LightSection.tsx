import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section, Slider } from '../controls.tsx';
import type { PartProps } from './loaded.ts';

/** The sun, the height and the ground. */
export function LightSection({ editor, set, hasTerrain }: PartProps & { hasTerrain: boolean }) {
  const { t, format } = useText();
  const { display } = useSnapshot(editor.views.workspace);
  const degrees = (value: number) => `${format.number(value)}°`;
  return (
    <Section title={t('display.light')}>
      {hasTerrain && (
        <Checkbox
          label={t('display.hillshade')}
          checked={display.hasHillshade}
          onChange={(hasHillshade) => set({ hasHillshade })}
        />
      )}
      {hasTerrain && display.hasHillshade && (
        <>
          <Slider
            label={t('display.sunAzimuth')}
            value={display.sunAzimuthDeg}
            min={0}
            max={360}
            step={5}
            text={degrees(display.sunAzimuthDeg)}
            onChange={(sunAzimuthDeg) => set({ sunAzimuthDeg })}
          />
          <Slider
            label={t('display.sunAltitude')}
            value={display.sunAltitudeDeg}
            min={5}
            max={90}
            step={5}
            text={degrees(display.sunAltitudeDeg)}
            onChange={(sunAltitudeDeg) => set({ sunAltitudeDeg })}
          />
        </>
      )}
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
    </Section>
  );
}
