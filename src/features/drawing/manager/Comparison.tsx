import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import type { Editor } from '#core/editor.ts';
import { compareDrawings, type RecordDifference } from '#domain/drawing/compare-drawings.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Chip, type ChipTone } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { readVersion } from './read-version.ts';

interface ComparisonProps {
  editor: Editor;
  pk: number;
  drawing: number;
  version: number;
  onBack(): void;
  onClose(): void;
}

const tones: Readonly<Record<RecordDifference['change'], ChipTone>> = {
  added: 'good',
  changed: 'warn',
  removed: 'bad',
};

/** What differs between a version and the open drawing as it is now; a press on a feature selects it. */
export function Comparison({ editor, pk, drawing, version, onBack, onClose }: ComparisonProps) {
  const { t, errorText, format } = useText();
  const { client } = useApi();
  const features = useFeatures(editor);
  const query = useQuery({
    queryKey: [...queryKeys.drawingVersions(pk, drawing), version],
    queryFn: () => readVersion(client, { pk, drawing, version }),
  });
  const differences = useMemo(() => {
    const { layers, views, codes, overlays } = editor.views.document;
    return query.data && compareDrawings(query.data, { layers, features, views, codes, overlays });
  }, [query.data, features, editor]);
  const select = (id: string) => {
    onClose();
    void editor.dispatch('selection.set', { ids: [id] }, 'panel');
    void editor.dispatch('camera.fit', { target: 'selection' }, 'panel');
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => !next && onClose()}
      title={t('drawings.comparedWith', { version })}
      description={t('drawings.comparedHint')}
      closeLabel={t('close')}
      footer={<Button onClick={onBack}>{t('drawings.back')}</Button>}
    >
      {query.isPending && <Skeleton className="h-24" />}
      {query.isError && (
        <p role="alert" className="text-bad">
          {errorText(query.error, 'unknownError')}
        </p>
      )}
      {differences?.length === 0 && <p className="text-ink-soft">{t('drawings.same')}</p>}
      {differences !== undefined && differences.length > 0 && (
        <>
          <p className="pb-2 text-ink-soft">
            {(['added', 'changed', 'removed'] as const)
              .map((change) => {
                const count = differences.filter((one) => one.change === change).length;
                return `${t(`drawings.change.${change}`)} ${format.number(count)}`;
              })
              .join(' · ')}
          </p>
          <ul className="max-h-96 overflow-y-auto rounded-md border border-line">
            {differences.map((difference) => (
              <DifferenceRow
                key={`${difference.table} ${difference.id}`}
                difference={difference}
                {...(difference.table === 'features' && difference.id in features
                  ? { onSelect: () => select(difference.id) }
                  : {})}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function DifferenceRow({ difference, onSelect }: { difference: RecordDifference; onSelect?(): void }) {
  const { t } = useText();
  const { table, name, change, fields } = difference;
  const label = t(`conflict.${table}`, { name: name === '' ? t('drawings.nameless') : name });
  return (
    <li className="flex min-h-10 items-center gap-3 border-line border-t px-3 py-1 [content-visibility:auto] first:border-t-0">
      <div className="min-w-0 flex-1">
        {onSelect === undefined ? (
          <span className="block truncate">{label}</span>
        ) : (
          <button
            type="button"
            className="block max-w-full truncate text-accent-ink hover:underline"
            onClick={onSelect}
          >
            {label}
          </button>
        )}
        {fields.length > 0 && (
          <span className="block truncate text-ink-soft text-sm">
            {fields.map((field) => t(`drawings.field.${field}`)).join(', ')}
          </span>
        )}
      </div>
      <Chip tone={tones[change]}>{t(`drawings.change.${change}`)}</Chip>
    </li>
  );
}
