import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { draftPlan, hasSegmentModes, isDrawing, isMeasuring } from '#core/state/draft-plans.ts';
import { segmentModes } from '#core/state/state.ts';
import { type FeaturePurpose, purposesOf } from '#domain/drawing/feature.ts';
import { CodePicker } from '#editor-view/codes/CodePicker.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { LockControl } from './LockControl.tsx';
import { SnapControl } from './SnapControl.tsx';

/** The next step of the active tool, and buttons to end a draft without a keyboard. */
export function DraftBar({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { tool, draft } = useSnapshot(editor.views.workspace);
  if (!isDrawing(tool)) return null;
  const plan = draftPlan(tool);
  const placed = (draft?.coordinates.length ?? 0) / 3;
  const isComplete = placed >= plan.min;
  const hint =
    placed === 0
      ? t(`toolHint.${tool}`)
      : t(isComplete && plan.max === Number.POSITIVE_INFINITY ? 'draft.more' : 'draft.next', {
          count: plan.min - placed,
        });
  return (
    <div className="elevated pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg px-3 py-2 max-sm:justify-end max-sm:gap-1">
      <output className="text-ink-soft max-sm:w-full max-sm:text-sm">{hint}</output>
      {!isMeasuring(tool) && <CodePicker editor={editor} />}
      {!isMeasuring(tool) && <PurposeChoice editor={editor} purposes={purposesOf(plan.shape)} />}
      {hasSegmentModes(tool) && <SegmentChoice editor={editor} />}
      <SnapControl editor={editor} />
      <LockControl editor={editor} />
      {draft !== null && (
        <>
          <Button tone="quiet" onClick={() => void editor.dispatch('draft.back', null, 'panel')}>
            {t('draft.back')}
          </Button>
          <Button tone="quiet" onClick={() => void editor.dispatch('draft.cancel', null, 'panel')}>
            {t('cancel')}
          </Button>
          <Button
            tone="primary"
            disabled={!isComplete}
            onClick={() => void editor.dispatch('draft.finish', null, 'panel')}
          >
            {t('draft.finish')}
          </Button>
        </>
      )}
    </div>
  );
}

/** How the next vertex is reached. */
function SegmentChoice({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { segmentMode } = useSnapshot(editor.views.workspace);
  return (
    <Segmented
      label={t('draft.segment')}
      value={segmentMode}
      options={segmentModes.map((mode) => ({ value: mode, label: t(`segmentMode.${mode}`) }))}
      onChange={(mode) => void editor.dispatch('draft.segment', { mode }, 'panel')}
    />
  );
}

interface PurposeChoiceProps {
  editor: Editor;
  purposes: readonly FeaturePurpose[];
}

/** Purpose of the next features; hidden where their kind has none. */
function PurposeChoice({ editor, purposes }: PurposeChoiceProps) {
  const { t } = useText();
  const { purpose } = useSnapshot(editor.views.workspace);
  if (purposes.length === 0) return null;
  const choose = (value: string) => {
    const chosen = value === '' ? null : (value as FeaturePurpose);
    void editor.dispatch('tool.purpose', { purpose: chosen }, 'panel');
  };
  return (
    <div className="w-40 shrink-0">
      <select
        aria-label={t('drawing.purpose')}
        title={t(purpose === null ? 'drawing.purpose' : `purposeHint.${purpose}`)}
        value={purpose ?? ''}
        onChange={(event) => choose(event.target.value)}
        className={fieldClass}
      >
        <option value="">{t('purpose.none')}</option>
        {purposes.map((each) => (
          <option key={each} value={each}>
            {t(`purpose.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
