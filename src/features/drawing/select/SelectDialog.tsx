import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { type SelectionAction, selectionActions } from '#core/state/selection-area.ts';
import {
  attributeNames,
  conditionTest,
  type FeatureCondition,
} from '#domain/drawing/select/feature-condition.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import { isChosen } from './condition-fields.ts';

interface SelectDialogProps {
  editor: Editor;
  onClose(): void;
}

/** Codes offered while one is typed, at most. */
const maxCodes = 200;
const firstCondition: FeatureCondition = { field: { of: 'code' }, comparison: 'is', value: '' };

/** Selects by conditions; says how many features meet them before anything is selected. */
export function SelectDialog({ editor, onClose }: SelectDialogProps) {
  const { t, format, errorText } = useText();
  const features = useFeatures(editor);
  const { revision } = editor.views.document;
  const [rows, setRows] = useState([{ key: 0, condition: firstCondition }]);
  const [action, setAction] = useState<SelectionAction>('replace');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is changed in place, and the revision says so
  const known = useMemo(() => {
    const all = Object.values(features);
    const codes = [...new Set(all.map(({ code }) => code))].filter((code) => code !== '').sort();
    return { attributes: attributeNames(all), codes: codes.slice(0, maxCodes) };
  }, [features, revision]);
  const conditions = rows.map(({ condition }) => withPoint(condition, format.decimalMark));
  const { count, error } = countMeeting(Object.values(features), conditions);
  const change = (key: number, condition: FeatureCondition) =>
    setRows((before) => before.map((row) => (row.key === key ? { key, condition } : row)));
  const select = async () => {
    if (await editor.dispatch('selection.where', { conditions, action }, 'panel')) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('selectWhere.title')}
      description={t('selectWhere.hint')}
      closeLabel={t('close')}
      wide
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" disabled={error !== null} onClick={() => void select()}>
            {t('selectWhere.select')}
          </Button>
        </>
      }
    >
      {rows.map(({ key, condition }) => (
        <ConditionRow
          key={key}
          editor={editor}
          condition={condition}
          {...known}
          onChange={(next) => change(key, next)}
          onRemove={
            rows.length === 1 ? null : () => setRows((before) => before.filter((row) => row.key !== key))
          }
        />
      ))}
      <Button
        tone="quiet"
        icon={<Plus className="size-4" />}
        onClick={() =>
          setRows((before) => [...before, { key: before.at(-1)!.key + 1, condition: firstCondition }])
        }
      >
        {t('selectWhere.add')}
      </Button>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
        <Segmented<SelectionAction>
          label={t('select.action')}
          value={action}
          options={selectionActions.map((each) => ({ value: each, label: t(`selectAction.${each}`) }))}
          onChange={(next) => setAction(next)}
        />
        <output className="text-ink-soft text-sm">
          {error === null
            ? t('selectWhere.meet', { count })
            : errorText(error, 'errors.selection.value-empty')}
        </output>
      </div>
    </Dialog>
  );
}

/** Numbers are typed with the reader's decimal mark. */
function withPoint(condition: FeatureCondition, decimalMark: string): FeatureCondition {
  const { field, value } = condition;
  const isNumber = decimalMark === ',' && !isChosen(field) && /^[-+]?[0-9]+,[0-9]+$/.test(value.trim());
  return isNumber ? { ...condition, value: value.replace(',', '.') } : condition;
}

function countMeeting(
  features: readonly Parameters<ReturnType<typeof conditionTest>>[0][],
  conditions: readonly FeatureCondition[],
): { readonly count: number; readonly error: AppError | null } {
  try {
    const test = conditionTest(conditions);
    return { count: features.filter(test).length, error: null };
  } catch (error) {
    if (error instanceof AppError) return { count: 0, error };
    throw error;
  }
}
