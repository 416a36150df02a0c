import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { draftPlan, isDrawing, isMeasuring } from '#core/state/draft-plans.ts';
import { takesKind } from '#domain/drawing/codes/dictionary.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { CodeRows } from './CodeRows.tsx';
import { useCodes, useFoundCodes } from './use-codes.ts';

/** The code of what is drawn next; hidden where the drawing has no dictionary. */
export function CodePicker({ editor }: { editor: Editor }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { codeId, tool } = useSnapshot(editor.views.workspace);
  const codes = useCodes(editor);
  const chosen = codes.find(({ id }) => id === codeId);
  if (codes.length === 0) return null;
  const shape = isDrawing(tool) && !isMeasuring(tool) ? draftPlan(tool).shape : null;
  const isUnfit = chosen !== undefined && shape !== null && !takesKind(chosen, shape);
  const label = chosen === undefined ? t('codes.noCode') : chosen.code;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t('codes.drawnWith', { code: label })}
        title={chosen?.name ?? t('codes.choose')}
        onClick={() => setOpen(true)}
        className="max-w-44"
      >
        <span className="min-w-0 truncate">{label}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-soft" />
      </Button>
      {isUnfit && shape !== null && (
        <output className="text-sm text-warn">
          {t('codes.unfit', { code: chosen.code, kind: t(`tool.${shape}`) })}
        </output>
      )}
      {isOpen && <CodeDialog editor={editor} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Searches the dictionary for the code of what is drawn next. */
function CodeDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const { codeId, tool } = useSnapshot(editor.views.workspace);
  const found = useFoundCodes(useCodes(editor), query);
  const shape = isDrawing(tool) && !isMeasuring(tool) ? draftPlan(tool).shape : null;
  const choose = (id: string | null) => {
    void editor.dispatch('code.choose', { id }, 'panel');
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('codes.choose')}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={() => choose(null)}>
            {t('codes.noCode')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      <SearchField label={t('codes.search')} clearLabel={t('clear')} value={query} onChange={setQuery} />
      {found.length === 0 && <p className="py-4 text-ink-soft">{t('codes.nothing')}</p>}
      <CodeRows
        label={t('codes.title')}
        codes={found}
        chosenId={codeId}
        onChoose={({ id }) => choose(id)}
        refusal={(code) =>
          shape === null || takesKind(code, shape)
            ? null
            : t('codes.unfit', { code: code.code, kind: t(`tool.${shape}`) })
        }
        className="mt-2 h-80 max-h-[50dvh]"
      />
    </Dialog>
  );
}
