import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Section } from '#ui/Section.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Slider } from '#ui/Slider.tsx';
import { type RampName, type SlopeUnit, slopeEnds, type TerrainColour } from '#viewport/display.ts';
import { aspectStops, rampStops } from '#viewport/ramps.ts';
import { ComparePart, firstSurface, useSurfaces } from './colour/ComparePart.tsx';
import { RampStrip } from './colour/RampPart.tsx';
import { RangeFields } from './colour/RangeFields.tsx';
import type { PartProps } from './loaded.ts';

const slopeUnits: readonly SlopeUnit[] = ['degrees', 'percent'];
const rampNames = Object.keys(rampStops) as RampName[];

/** Colours and light of terrain. */
export function TerrainSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { terrainColour, comparedWith } = useSnapshot(editor.views.workspace).display;
  // A slope needs heights and lengths in comparable units: it is undefined over angles.
  const hasSlopes = editor.facts.coordinateUnit?.kind !== 'angular';
  const surfaces = useSurfaces(editor);
  const colours: TerrainColour[] = [
    'elevation',
    ...(hasSlopes ? (['slope', 'aspect'] as const) : []),
    ...(surfaces.length > 1 ? (['difference'] as const) : []),
    'plain',
  ];
  return (
    <Section title={t('display.terrain')}>
      <SelectField
        label={t('display.terrainBy')}
        value={terrainColour}
        onChange={(colour) => {
          const hasToCompare = colour === 'difference' && comparedWith === null;
          set({ terrainColour: colour, ...(hasToCompare ? { comparedWith: firstSurface(surfaces) } : {}) });
        }}
        options={colours.map((colour) => ({ value: colour, label: t(`terrainColour.${colour}`) }))}
      />
      {terrainColour === 'slope' && <SlopePart editor={editor} set={set} />}
      {terrainColour === 'aspect' && <AspectKey />}
      {terrainColour === 'difference' && <ComparePart editor={editor} set={set} />}
      <SunPart editor={editor} set={set} />
    </Section>
  );
}

function SlopePart({ editor, set }: PartProps) {
  const { t } = useText();
  const { slopeUnit, slopeRamp, slopeRange } = useSnapshot(editor.views.workspace).display;
  return (
    <>
      <div className="py-1">
        <Segmented
          label={t('display.slopeUnit')}
          value={slopeUnit}
          onChange={(unit) => set({ slopeUnit: unit, slopeRange: null })}
          options={slopeUnits.map((unit) => ({ value: unit, label: t(`slopeUnit.${unit}`) }))}
        />
      </div>
      <SelectField
        label={t('display.slopeRamp')}
        value={slopeRamp}
        onChange={(ramp) => set({ slopeRamp: ramp })}
        options={rampNames.map((name) => ({ value: name, label: t(`ramp.${name}`) }))}
      />
      <RampStrip stops={rampStops[slopeRamp]} />
      <RangeFields
        lowLabel={t('display.slopeLow')}
        highLabel={t('display.slopeHigh')}
        range={slopeRange}
        loaded={slopeEnds({ slopeRange: null, slopeUnit })}
        digits={1}
        onChange={(range) => set({ slopeRange: range })}
      />
    </>
  );
}

/** The colours of aspects around the compass. */
function AspectKey() {
  const { t } = useText();
  return (
    <ul className="grid grid-cols-4 gap-x-2 gap-y-1 py-1 text-sm" aria-label={t('terrainColour.aspect')}>
      {aspectStops.slice(0, -1).map((colour, eighth) => (
        <li key={colour} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-3 rounded-sm forced-color-adjust-none"
            style={{ backgroundColor: colour }}
          />
          {t(`compass.${eighth as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`)}
        </li>
      ))}
    </ul>
  );
}

function SunPart({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { display } = useSnapshot(editor.views.workspace);
  const degrees = (value: number) => `${format.number(value)}°`;
  return (
    <>
      <Checkbox
        label={t('display.hillshade')}
        checked={display.hasHillshade}
        onChange={(hasHillshade) => set({ hasHillshade })}
      />
      {display.hasHillshade && (
        <>
          <div className="py-1">
            <Segmented
              label={t('display.lighting')}
              value={display.lighting}
              onChange={(lighting) => set({ lighting })}
              options={(['single', 'several'] as const).map((kind) => ({
                value: kind,
                label: t(`lighting.${kind}`),
              }))}
            />
          </div>
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
    </>
  );
}
