import { Trash2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DerivedEntry } from '#core/state/state.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { Slider } from '#ui/Slider.tsx';
import { StationsPart } from '../stations/StationsPart.tsx';
import { ExportPoints } from './ExportPoints.tsx';
import { OverviewsNote } from './OverviewsNote.tsx';

/** Products of the project and surfaces made from a selection, with their visibility. */
export function SceneList({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { scene, derived } = useSnapshot(editor.views.workspace);
  return (
    <Section title={t('scene.title')}>
      {scene.length === 0 && <p className="text-ink-soft">{t('scene.empty')}</p>}
      {scene.map((entry) => (
        <SceneRow key={entry.id} editor={editor} id={entry.id} />
      ))}
      {derived.map((entry) => (
        <DerivedRow key={entry.id} editor={editor} entry={entry} />
      ))}
      <StationsPart />
      <ExportPoints editor={editor} />
    </Section>
  );
}

function SceneRow({ editor, id }: { editor: Editor; id: string }) {
  const { t, format, errorText } = useText();
  const entry = useSnapshot(editor.views.workspace).scene.find((candidate) => candidate.id === id);
  const status = useSnapshot(editor.views.status);
  const summary = status.summaries[id];
  const systemNotes = status.systemNotes[id] ?? [];
  if (entry === undefined) return null;
  const label = t(`product.${entry.product}` as TextKey);
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <Checkbox
          label={label}
          checked={entry.isVisible}
          onChange={(isVisible) => void editor.dispatch('scene.set', { id, patch: { isVisible } }, 'panel')}
        />
        {summary !== undefined && summary.pointCount > 0 && (
          <span className="text-ink-faint text-xs tabular-nums">{format.number(summary.pointCount)}</span>
        )}
      </div>
      {summary?.gaps !== undefined && summary.gaps > 0 && (
        <p role="status" className="pb-1 text-sm text-warn">
          {t('scene.gaps', { number: format.number(summary.gaps) })}
        </p>
      )}
      {systemNotes.map((note) => (
        <p
          key={JSON.stringify(note)}
          role="status"
          className="select-text break-words pb-1 text-sm text-warn"
        >
          {errorText(note, 'unknownError')}
        </p>
      ))}
      {summary?.hasOverviews === false && <OverviewsNote layerId={id} />}
      {entry.kind !== 'copc' && entry.isVisible && (
        <Slider
          label={t('scene.opacity')}
          value={entry.opacity}
          min={0.1}
          max={1}
          step={0.05}
          text={format.percent(entry.opacity)}
          onChange={(opacity) => void editor.dispatch('scene.set', { id, patch: { opacity } }, 'panel')}
        />
      )}
    </div>
  );
}

function DerivedRow({ editor, entry }: { editor: Editor; entry: DerivedEntry }) {
  const { t, format } = useText();
  const { id, kind, isVisible, interval, count } = entry;
  const label =
    kind === 'tin'
      ? t('scene.tin', { count, number: format.number(count) })
      : t('scene.contours', { interval: interval ?? 0 });
  return (
    <div className="flex items-center justify-between gap-2">
      <Checkbox
        label={label}
        checked={isVisible}
        onChange={(next) => void editor.dispatch('surface.show', { id, isVisible: next }, 'panel')}
      />
      <IconButton
        label={t('scene.remove')}
        icon={<Trash2 />}
        onClick={() => void editor.dispatch('surface.remove', { id }, 'panel')}
      />
    </div>
  );
}
