import { X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import { isDrawing } from '#core/state/draft-plans.ts';
import { isPicking } from '#core/state/pick-tools.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import { isAreaSelecting } from '#core/state/selection-area.ts';
import { roundLength } from '#core/view/round-length.ts';
import type { Unit } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { ProgressBar } from '#ui/Progress.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SaveNote } from './SaveNote.tsx';

/** Shows cursor coordinates, elevation, CRS, units, scale and what is loading. */
export function StatusBar({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { facts } = editor;
  const { loading, isDraft } = useSnapshot(editor.views.status);
  return (
    <section
      aria-label={t('canvas.status')}
      aria-busy={isDraft || loading > 0}
      className="flex h-8 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-3 text-ink-soft text-xs"
    >
      <Coordinates editor={editor} />
      <span className="truncate max-lg:hidden" title={facts.wkt ?? undefined}>
        {facts.crsName === null
          ? t('coordinateSystem.unknown')
          : `${facts.crsName}${facts.epsg === null ? '' : ` (EPSG:${facts.epsg})`}`}
      </span>
      <Units facts={facts} />
      <ScaleBar editor={editor} />
      <ToolPrompt editor={editor} />
      <span className="flex-1" />
      <Activity editor={editor} />
      <SaveNote editor={editor} />
    </section>
  );
}

/** What the active tool asks for, or what the keys do that are held with it. */
function ToolPrompt({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { tool, angleLock } = useSnapshot(editor.views.workspace);
  const prompt = () => {
    if (isPicking(tool)) return t(`pickHint.${tool}`);
    if (isAreaSelecting(tool)) return t('select.keys');
    const isLocked = isDrawing(tool) && angleLock.isOn;
    return isLocked ? t('lock.status', { step: format.number(angleLock.stepDeg, 1) }) : null;
  };
  const text = prompt();
  return text === null ? null : <span className="truncate text-ink max-md:hidden">{text}</span>;
}

function Coordinates({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { cursor } = useSnapshot(editor.views.status);
  const { coordinateUnit, verticalUnit } = editor.facts;
  const show = (kind: 'coordinate' | 'elevation', value: number | undefined) => {
    if (value === undefined || Number.isNaN(value)) return '–';
    const unit = kind === 'elevation' ? verticalUnit : coordinateUnit;
    return format.number(value, readable(kind, value, unit).digits);
  };
  const parts = [
    { name: t('canvas.x'), text: show('coordinate', cursor?.x), width: 'min-w-28' },
    { name: t('canvas.y'), text: show('coordinate', cursor?.y), width: 'min-w-28' },
    { name: t('canvas.z'), text: show('elevation', cursor?.z), width: 'min-w-20' },
  ];
  return (
    <span className="flex gap-3 tabular-nums">
      {parts.map(({ name, text, width }) => (
        <span key={name} className={`${width} max-sm:min-w-0`}>
          <span className="text-ink-faint">{name}</span> <span className="text-ink">{text}</span>
        </span>
      ))}
    </span>
  );
}

function Units({ facts }: { facts: ProjectFacts }) {
  const { t } = useText();
  const name = (unit: Unit | null) => {
    if (unit === null) return t('canvas.unitUnknown');
    return unit.kind === 'angular' || unit.id === 'other' ? unit.name : t(`unit.${unit.id}`);
  };
  const [horizontal, vertical] = [name(facts.coordinateUnit), name(facts.verticalUnit)];
  const isAssumed = facts.isVerticalUnitAssumed && facts.verticalUnit !== null;
  const text = () => {
    if (isAssumed) return t('canvas.unitsAssumed', { horizontal, vertical });
    return horizontal === vertical ? horizontal : t('canvas.units', { horizontal, vertical });
  };
  return (
    <span
      className="max-md:hidden"
      title={isAssumed ? t('canvas.heightsAssumed', { unit: vertical }) : undefined}
    >
      {text()}
    </span>
  );
}

function ScaleBar({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { groundPerPixel } = useSnapshot(editor.views.status);
  if (!(groundPerPixel > 0)) return null;
  const { length, widthPx } = roundLength(groundPerPixel, 96);
  const digits = Math.max(0, -Math.floor(Math.log10(length)));
  const { unit } = readable('length', length, editor.facts.horizontalUnit);
  return (
    <span role="img" aria-label={t('canvas.scale')} className="flex items-center gap-2 max-sm:hidden">
      <span className="h-1.5 border-ink-soft border-x border-b" style={{ width: `${widthPx}px` }} />
      <span className="tabular-nums">{`${format.number(length, digits)}\u00a0${unit}`}</span>
    </span>
  );
}

function Activity({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { jobs, loading, pointsDrawn } = useSnapshot(editor.views.status);
  const job = jobs[0];
  if (job !== undefined) {
    const label = t(job.labelKey as TextKey);
    return (
      <span className="flex items-center gap-2">
        {label}
        <ProgressBar value={job.fraction ?? undefined} label={label} className="w-20" />
        <button
          type="button"
          aria-label={t('job.cancel', { job: label })}
          className="relative grid size-6 place-items-center rounded-sm hover:bg-hover pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
          onClick={() => void editor.dispatch('job.cancel', { id: job.id }, 'panel')}
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      </span>
    );
  }
  if (loading > 0) {
    return (
      <span className="flex items-center gap-2">
        <Spinner />
        {t('canvas.loading', { count: loading })}
      </span>
    );
  }
  if (pointsDrawn === 0) return null;
  return (
    <span className="tabular-nums max-md:hidden">
      {t('canvas.pointsDrawn', { count: pointsDrawn, number: format.number(pointsDrawn) })}
    </span>
  );
}
