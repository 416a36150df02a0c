import { ArrowLeftRight, Minus, Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { RampName } from '#viewport/display.ts';
import { rampStops, stopsOf } from '#viewport/ramps.ts';
import type { PartProps } from '../loaded.ts';
import { ColourSwatch } from './ColourSwatch.tsx';

/** Maximum number of colours that fit a line. */
const maxStops = 6;

/** A few colours evenly along a ramp, as a start for a custom one. */
function thinned(stops: readonly string[]): string[] {
  const count = Math.min(stops.length, 5);
  return Array.from({ length: count }, (_, i) => stops[Math.round((i / (count - 1)) * (stops.length - 1))]!);
}

/** The ramp of elevations and times: predefined or custom. */
export function RampPart({ editor, set }: PartProps) {
  const { t } = useText();
  const { ramp, ownRamp } = useSnapshot(editor.views.workspace).display;
  const stops = stopsOf({ ramp, ownRamp });
  const names: (RampName | 'own')[] = [...(Object.keys(rampStops) as RampName[]), 'own'];
  return (
    <>
      <SelectField
        label={t('display.ramp')}
        value={ownRamp ? 'own' : ramp}
        onChange={(name) => set(name === 'own' ? { ownRamp: thinned(stops) } : { ramp: name, ownRamp: null })}
        options={names.map((name) => ({ value: name, label: t(`ramp.${name}`) }))}
      />
      <RampStrip stops={stops} />
      {ownRamp && <OwnStops stops={ownRamp} onChange={(next) => set({ ownRamp: next })} />}
    </>
  );
}

/** Colours of a ramp, low to high from left to right. */
export function RampStrip({ stops }: { stops: readonly string[] }) {
  return (
    <div
      aria-hidden="true"
      className="mt-1 mb-1 h-2 rounded-full"
      style={{ backgroundImage: `linear-gradient(90deg, ${stops.join(', ')})` }}
    />
  );
}

function OwnStops({ stops, onChange }: { stops: readonly string[]; onChange(stops: string[]): void }) {
  const { t } = useText();
  const keyed = stops.map((value, i) => ({ value, key: `stop ${i}`, place: i }));
  return (
    <fieldset className="flex flex-wrap items-center gap-1 py-1">
      <legend className="sr-only">{t('ramp.own')}</legend>
      {keyed.map(({ value, key, place }) => (
        <ColourSwatch
          key={key}
          label={t('display.rampColour', { number: place + 1, count: stops.length })}
          value={value}
          onChange={(next) => onChange(stops.map((old, i) => (i === place ? next : old)))}
        />
      ))}
      <IconButton
        label={t('display.rampMore')}
        icon={<Plus />}
        disabled={stops.length >= maxStops}
        onClick={() => onChange([...stops, stops.at(-1)!])}
      />
      <IconButton
        label={t('display.rampFewer')}
        icon={<Minus />}
        disabled={stops.length <= 2}
        onClick={() => onChange(stops.slice(0, -1))}
      />
      <IconButton
        label={t('display.rampTurn')}
        icon={<ArrowLeftRight />}
        onClick={() => onChange([...stops].reverse())}
      />
    </fieldset>
  );
}
