import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { classColour } from '#domain/view/class-colours.ts';
import type { ColourMode, DisplaySettings, RampName } from '#domain/view/display.ts';
import { rampStops } from '#domain/view/ramps.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { className } from './class-name.ts';
import { Choice, NumberField, Section, Slider } from './controls.tsx';
import { SceneList } from './SceneList.tsx';

type SetDisplay = (patch: Partial<DisplaySettings>) => void;

/** What is shown, and how it looks. */
export function DisplayPanel({ editor }: { editor: Editor }) {
  const { scene } = useSnapshot(editor.views.workspace);
  const set: SetDisplay = (patch) => void editor.dispatch('display.set', { patch }, 'panel');
  const hasPoints = scene.some((entry) => entry.kind === 'copc');
  const hasTerrain = scene.some((entry) => entry.kind === 'terrain');
  return (
    <>
      <SceneList editor={editor} />
      <ColourSection editor={editor} set={set} hasPoints={hasPoints} />
      {hasPoints && <PointSection editor={editor} set={set} />}
      {hasPoints && <ClassSection editor={editor} set={set} />}
      <LightSection editor={editor} set={set} hasTerrain={hasTerrain} />
    </>
  );
}

/** Ranges over everything loaded. */
function useLoaded(editor: Editor) {
  const { summaries } = useSnapshot(editor.views.status);
  const all = Object.values(summaries);
  const join = (key: 'elevationRange' | 'intensityRange'): [number, number] | null => {
    const ranges = all.flatMap((summary) => (summary[key] === null ? [] : [summary[key]]));
    if (ranges.length === 0) return null;
    return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
  };
  return {
    elevationRange: join('elevationRange'),
    hasRgb: all.some((summary) => summary.hasRgb),
    classes: [...new Set(all.flatMap((summary) => [...summary.classes]))].sort((a, b) => a - b),
  };
}

const colourModes: readonly ColourMode[] = ['rgb', 'elevation', 'intensity', 'classification', 'return'];

interface PartProps {
  editor: Editor;
  set: SetDisplay;
}

function ColourSection({ editor, set, hasPoints }: PartProps & { hasPoints: boolean }) {
  const { t } = useText();
  const { display, scene } = useSnapshot(editor.views.workspace);
  const { elevationRange, hasRgb } = useLoaded(editor);
  const isTerrainShown = scene.some((entry) => entry.kind === 'terrain' && entry.isVisible);
  const modes = colourModes.filter((mode) => mode !== 'rgb' || hasRgb || display.colourMode === 'rgb');
  return (
    <Section title={t('display.colour')}>
      {hasPoints && (
        <Choice
          label={t('display.colourBy')}
          value={display.colourMode}
          onChange={(colourMode) => set({ colourMode })}
          options={modes.map((mode) => ({ value: mode, label: t(`colourMode.${mode}`) }))}
        />
      )}
      {(isTerrainShown || display.colourMode === 'elevation') && (
        <>
          <Choice<RampName>
            label={t('display.ramp')}
            value={display.ramp}
            onChange={(ramp) => set({ ramp })}
            options={(Object.keys(rampStops) as RampName[]).map((name) => ({
              value: name,
              label: t(`ramp.${name}`),
            }))}
          />
          <div
            aria-hidden="true"
            className="mt-1 h-2 rounded-full"
            style={{ backgroundImage: `linear-gradient(90deg, ${rampStops[display.ramp].join(', ')})` }}
          />
          <ElevationRange editor={editor} set={set} loaded={elevationRange} />
        </>
      )}
    </Section>
  );
}

const round = (value: number): number => Math.round(value * 100) / 100;

function ElevationRange({ editor, set, loaded }: PartProps & { loaded: [number, number] | null }) {
  const { t, format } = useText();
  const range = useSnapshot(editor.views.workspace).display.elevationRange;
  const low = range?.[0] ?? null;
  const high = range?.[1] ?? null;
  const [from, to] = loaded ?? [0, 0];
  const commit = (nextLow: number | null, nextHigh: number | null) => {
    if (nextLow === null && nextHigh === null) set({ elevationRange: null });
    else set({ elevationRange: [nextLow ?? from, nextHigh ?? to] });
  };
  const hint = (value: number) => (loaded === null ? '' : format.number(value, 2));
  return (
    <div className="mt-1 grid grid-cols-2 gap-2">
      <NumberField
        label={t('display.elevationLow')}
        value={low === null ? null : round(low)}
        placeholder={hint(from)}
        onCommit={(value) => commit(value, high)}
      />
      <NumberField
        label={t('display.elevationHigh')}
        value={high === null ? null : round(high)}
        placeholder={hint(to)}
        onCommit={(value) => commit(low, value)}
      />
    </div>
  );
}

const budgets: readonly (number | null)[] = [null, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000];

function PointSection({ editor, set }: PartProps) {
  const { t, format } = useText();
  const { display } = useSnapshot(editor.views.workspace);
  return (
    <Section title={t('display.points')}>
      <Slider
        label={t('display.pointSize')}
        value={display.pointSizePx}
        min={1}
        max={10}
        step={0.5}
        text={`${format.number(display.pointSizePx, 1)}\u00a0px`}
        onChange={(pointSizePx) => set({ pointSizePx })}
      />
      <Choice
        label={t('display.budget')}
        value={String(display.pointBudget)}
        onChange={(value) => set({ pointBudget: value === 'null' ? null : Number(value) })}
        options={budgets.map((budget) => ({
          value: String(budget),
          label: budget === null ? t('display.budgetAuto') : format.number(budget),
        }))}
      />
      <Checkbox label={t('display.edl')} checked={display.hasEdl} onChange={(hasEdl) => set({ hasEdl })} />
      {display.hasEdl && (
        <Slider
          label={t('display.edlStrength')}
          value={display.edlStrength}
          min={0}
          max={1}
          step={0.05}
          text={format.percent(display.edlStrength)}
          onChange={(edlStrength) => set({ edlStrength })}
        />
      )}
    </Section>
  );
}

function ClassSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { hiddenClasses } = useSnapshot(editor.views.workspace).display;
  const { classes } = useLoaded(editor);
  if (classes.length === 0) return null;
  const toggle = (number: number, isShown: boolean) => {
    const others = hiddenClasses.filter((hidden) => hidden !== number);
    set({ hiddenClasses: isShown ? others : [...others, number] });
  };
  return (
    <Section title={t('display.classes')}>
      {classes.map((number) => (
        <div key={number} className="flex items-center justify-between gap-2">
          <Checkbox
            label={className(number, t)}
            checked={!hiddenClasses.includes(number)}
            onChange={(isShown) => toggle(number, isShown)}
          />
          <span
            aria-hidden="true"
            className="size-3 rounded-full border border-line"
            style={{ background: classColour(number) }}
          />
        </div>
      ))}
    </Section>
  );
}

function LightSection({ editor, set, hasTerrain }: PartProps & { hasTerrain: boolean }) {
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
