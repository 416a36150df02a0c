import type { Editor } from '#core/editor.ts';
import { isPointFile } from '#domain/drawing/import/drawing-endings.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useToast } from '#ui/Toast.tsx';
import { LayerChoice } from './LayerChoice.tsx';
import { LineworkChoice } from './LineworkChoice.tsx';
import { NoteList } from './NoteList.tsx';
import { PlaceHints } from './PlaceHints.tsx';
import { PointColumns } from './PointColumns.tsx';
import { SystemChoice } from './SystemChoice.tsx';
import { useImport } from './use-import.ts';

interface ImportPanelProps {
  editor: Editor;
  files: readonly File[];
  onClose(): void;
}

/** A drawing of another program before it is taken: what it holds, in which system it is, and where it would lie. */
export function ImportPanel({ editor, files, onClose }: ImportPanelProps) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const found = useImport(editor, files);
  const { state, placed, choice, change } = found;
  const name = files[0]?.name ?? '';
  const pointFile = files.find((file) => isPointFile(file.name));
  const take = async () => {
    const count = placed?.records.features.length ?? 0;
    if (!(await editor.dispatch('import.take', null, 'panel'))) return;
    showToast({ title: t('import.done', { count }) });
    onClose();
  };
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-4 px-4 py-3">
        <h3 className="break-words font-semibold">{t('import.title', { name })}</h3>
        {state.kind === 'reading' && (
          <output className="flex items-center gap-2 text-ink-soft">
            <Spinner />
            {t('import.reading')}
          </output>
        )}
        {state.kind === 'failed' && (
          <p role="alert" className="break-words text-bad">
            {errorText(state.error, 'unknownError')}
          </p>
        )}
        {pointFile !== undefined && (
          <>
            <PointColumns file={pointFile} layout={found.points} onChange={found.setPoints} />
            <LineworkChoice editor={editor} state={state} codes={found.codes} onChange={found.setCodes} />
          </>
        )}
        {state.kind === 'read' && found.facts && (
          <>
            <LayerChoice read={state.read} left={found.left} onChange={found.setLeft} />
            <SystemChoice editor={editor} facts={found.facts} choice={choice} onChange={change} />
            <PlaceHints
              editor={editor}
              facts={found.facts}
              survey={found.survey}
              choice={choice}
              placed={placed}
              onChange={change}
            />
            {found.error !== null && (
              <p role="alert" className="break-words text-bad">
                {errorText(found.error, 'unknownError')}
              </p>
            )}
            <NoteList notes={[...state.read.notes, ...state.declared.faults, ...(placed?.notes ?? [])]} />
          </>
        )}
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-panel p-3">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          tone="primary"
          disabled={placed === null || placed.records.features.length === 0}
          onClick={() => void take()}
        >
          {t('import.take', { count: placed?.records.features.length ?? 0 })}
        </Button>
      </footer>
    </div>
  );
}
