import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Section } from '#ui/Section.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { Slider } from '#ui/Slider.tsx';
import type { ColourMode } from '#viewport/display.ts';
import { stopsOf } from '#viewport/ramps.ts';
import { type PartProps, useLoaded, type ValueRange } from '../loaded.ts';
import { ComparePart, firstSurface, useSurfaces } from './ComparePart.tsx';
import { HistogramRange } from './HistogramRange.tsx';
import { RampPart } from './RampPart.tsx';
import { RangeFields } from './RangeFields.tsx';

const colourModes: readonly ColourMode[] = [
  'rgb',
  'elevation',
  'intensity',
  'classification',
  'return',
  'source',
  'time',
  'distance',
];

/** Greys of dark and bright points. */
const intensityStops = ['#2a2a2a', '#f0f0f0'];

/** A ramp needs both ends. */
const finite = (range: ValueRange | null) => (range?.every(Number.isFinite) ? range : null);

/** Colour mode of points, and the ramp of elevations and times. */
export function ColourSection({ editor, set, hasPoints }: PartProps & { hasPoints: boolean }) {
  const { t } = useText();
  const { display, scene } = useSnapshot(editor.views.workspace);
  const { elevationRange, intensityRange, elevations, intensities } = useLoaded(editor);
  const { colourMode, blendMode } = display;
  const isTerrainShown = scene.some((entry) => entry.kind === 'terrain' && entry.isVisible);
  const has = (mode: ColourMode) => hasPoints && (colourMode === mode || blendMode === mode);
  const showsElevation = (isTerrainShown && display.terrainColour === 'elevation') || has('elevation');
  if (!hasPoints && !showsElevation) return null;
  return (
    <Section title={t('display.colour')}>
      {hasPoints && <ModeChoices editor={editor} set={set} />}
      {has('distance') && <ComparePart editor={editor} set={set} />}
      {(showsElevation || has('time')) && <RampPart editor={editor} set={set} />}
      {showsElevation && elevations && elevationRange && (
        <HistogramRange
          label={t('display.elevationSpread')}
          lowLabel={t('display.elevationLow')}
          highLabel={t('display.elevationHigh')}
          quantiles={elevations}
          range={display.elevationRange ?? elevationRange}
          stops={stopsOf(display)}
          digits={2}
          onChange={(range) => set({ elevationRange: range })}
        />
      )}
      {showsElevation && (
        <RangeFields
          lowLabel={t('display.elevationLow')}
          highLabel={t('display.elevationHigh')}
          range={display.elevationRange}
          loaded={elevationRange}
          digits={2}
          onChange={(range) => set({ elevationRange: finite(range) })}
        />
      )}
      {has('intensity') && intensities && intensityRange && (
        <HistogramRange
          label={t('display.intensitySpread')}
          lowLabel={t('display.intensityLow')}
          highLabel={t('display.intensityHigh')}
          quantiles={intensities}
          range={display.intensityRange ?? intensityRange}
          stops={intensityStops}
          digits={0}
          onChange={(range) => set({ intensityRange: range })}
        />
      )}
      {has('intensity') && (
        <RangeFields
          lowLabel={t('display.intensityLow')}
          highLabel={t('display.intensityHigh')}
          range={display.intensityRange}
          loaded={intensityRange}
          digits={0}
          onChange={(range) => set({ intensityRange: finite(range) })}
        />
      )}
    </Section>
  );
}

function ModeChoices({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { colourMode, blendMode, blendShare, comparedWith } = useSnapshot(editor.views.workspace).display;
  const { hasRgb } = useLoaded(editor);
  const surfaces = useSurfaces(editor);
  const isOffered = (mode: ColourMode) => {
    if (mode === 'rgb') return hasRgb || colourMode === 'rgb';
    return mode !== 'distance' || surfaces.length > 0;
  };
  const modes = colourModes.filter(isOffered);
  const surfaceFor = (mode: ColourMode) =>
    mode === 'distance' && comparedWith === null ? { comparedWith: firstSurface(surfaces) } : {};
  const options = modes.map((mode) => ({ value: mode, label: t(`colourMode.${mode}`) }));
  return (
    <>
      <SelectField
        label={t('display.colourBy')}
        value={colourMode}
        onChange={(mode) =>
          set({ colourMode: mode, ...(mode === blendMode ? { blendMode: null } : {}), ...surfaceFor(mode) })
        }
        options={options}
      />
      <SelectField<ColourMode | 'none'>
        label={t('display.blendWith')}
        value={blendMode ?? 'none'}
        onChange={(mode) =>
          set(mode === 'none' ? { blendMode: null } : { blendMode: mode, ...surfaceFor(mode) })
        }
        options={[
          { value: 'none', label: t('display.blendNone') },
          ...options.filter(({ value }) => value !== colourMode),
        ]}
      />
      {blendMode !== null && (
        <Slider
          label={t('display.blendShare')}
          value={blendShare}
          min={0.05}
          max={0.95}
          step={0.05}
          text={format.percent(blendShare)}
          onChange={(share) => set({ blendShare: share })}
        />
      )}
    </>
  );
}
