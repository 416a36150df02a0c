import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { type CodeChanges, compareCodes } from '#domain/drawing/codes/compare-codes.ts';
import { useCodes } from '#editor-view/codes/use-codes.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useToast } from '#ui/Toast.tsx';
import { NoteList } from '../import/NoteList.tsx';
import { PanelHeader } from '../PanelHeader.tsx';
import { changedFields } from './changed-fields.ts';
import { readCodeUpload } from './read-code-upload.ts';

interface CodeImportProps {
  editor: Editor;
  file: File;
  onClose(): void;
}

type How = 'merge' | 'replace';

/** A table of codes before it is taken: what it would add and change, and whether it replaces the dictionary. */
export function CodeImport({ editor, file, onClose }: CodeImportProps) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const [table, setTable] = useState<CodeTable | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [how, setHow] = useState<How>('merge');
  const codes = useCodes(editor);
  useEffect(() => {
    let isWanted = true;
    readCodeUpload(file).then(
      (read) => isWanted && setTable(read),
      (failure: unknown) => isWanted && setError(failure),
    );
    return () => {
      isWanted = false;
    };
  }, [file]);
  const changes = useMemo(() => table && compareCodes(codes, table.entries), [codes, table]);
  const isReplacing = how === 'replace';
  const count = changes
    ? changes.added.length + changes.changed.length + (isReplacing ? changes.missing.length : 0)
    : 0;
  const apply = async () => {
    if (table === null) return;
    if (!(await editor.dispatch('code.import', { entries: table.entries, isReplacing }, 'panel'))) return;
    showToast({ title: t('codes.applied', { count }) });
    onClose();
  };
  return (
    <div className="flex h-full min-h-96 flex-col">
      <PanelHeader
        title={t('codes.importTitle', { name: file.name })}
        backLabel={t('codes.backToList')}
        onBack={onClose}
      />
      {error !== null && (
        <p role="alert" className="break-words px-4 py-3 text-bad">
          {errorText(error, 'unknownError')}
        </p>
      )}
      {table === null && error === null && (
        <output className="flex items-center gap-2 px-4 py-3 text-ink-soft">
          <Spinner />
          {t('import.reading')}
        </output>
      )}
      {table !== null && changes !== null && (
        <>
          <div className="flex flex-col gap-3 px-4 pt-3">
            <div>
              <Segmented<How>
                label={t('codes.how')}
                value={how}
                options={[
                  { value: 'merge', label: t('codes.merge') },
                  { value: 'replace', label: t('codes.replace') },
                ]}
                onChange={setHow}
              />
              <p className="pt-1 text-ink-soft text-sm">
                {t(isReplacing ? 'codes.replaceHint' : 'codes.mergeHint')}
              </p>
            </div>
            <NoteList notes={table.faults} />
          </div>
          <ChangeList changes={changes} isReplacing={isReplacing} />
        </>
      )}
      <footer className="mt-auto flex items-center justify-end gap-2 border-line border-t bg-panel p-3">
        {changes !== null && count === 0 && (
          <span className="mr-auto text-ink-soft text-sm">{t('codes.nothingToApply')}</span>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button tone="primary" disabled={count === 0} onClick={() => void apply()}>
          {t('codes.apply')}
        </Button>
      </footer>
    </div>
  );
}

const groups = ['added', 'changed', 'missing', 'same'] as const;
type Group = (typeof groups)[number];

interface Row {
  readonly code: string;
  readonly detail: string;
}

const rowPx = 44;

/** The codes of each kind of change; the kinds with their counts choose what is listed. */
function ChangeList({ changes, isReplacing }: { changes: CodeChanges; isReplacing: boolean }) {
  const { t, format } = useText();
  const [chosen, setChosen] = useState<Group | null>(null);
  const shown = chosen ?? groups.find((group) => changes[group].length > 0) ?? 'added';
  const listed: readonly Row[] =
    shown === 'changed'
      ? changes.changed.map(({ before, after }) => {
          const fields = changedFields(before, after).map((field) => t(`codeField.${field}`));
          return { code: after.code, detail: t('codes.changedFields', { fields: fields.join(', ') }) };
        })
      : changes[shown].map(({ code, name }) => ({ code, detail: name || t('codes.unnamed') }));
  const title = (group: Group) => t(group === 'missing' && isReplacing ? 'codes.removed' : `codes.${group}`);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  return (
    <div className="flex min-h-40 flex-1 flex-col px-4 pt-3">
      <Segmented<Group>
        label={t('codes.filter')}
        value={shown}
        options={groups.map((group) => ({
          value: group,
          label: `${title(group)} ${format.number(changes[group].length)}`,
        }))}
        onChange={setChosen}
      />
      <div ref={scroller} className="mt-2 min-h-0 flex-1 overflow-y-auto">
        <ul aria-label={title(shown)} className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => (
            <li
              key={row.key}
              className="absolute inset-x-0 select-text border-line border-t"
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            >
              <span
                className={cx(
                  'block truncate font-medium',
                  shown === 'missing' && isReplacing && 'line-through',
                )}
              >
                {listed[row.index]?.code}
              </span>
              <span className="block truncate text-ink-soft text-sm">{listed[row.index]?.detail}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
