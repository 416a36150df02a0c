import { Download, Plus, Trash2, Upload } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { countUses } from '#domain/drawing/codes/count-uses.ts';
import { codeEndings } from '#domain/drawing/codes/read-code-table.ts';
import { writeCodeCsv } from '#domain/drawing/codes/write-code-csv.ts';
import { CodeRows } from '#editor-view/codes/CodeRows.tsx';
import { useCodes, useFoundCodes } from '#editor-view/codes/use-codes.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { PanelHeader } from '../PanelHeader.tsx';
import { CodeForm } from './CodeForm.tsx';
import { CodeImport } from './CodeImport.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

interface CodesPanelProps {
  editor: Editor;
  canEdit: boolean;
  onClose(): void;
}

type Page = { readonly kind: 'list' } | { readonly kind: 'form'; readonly id: string | null } | ImportPage;
type ImportPage = { readonly kind: 'import'; readonly file: File };

const list: Page = { kind: 'list' };

/** The feature code dictionary of the drawing: list, form of one code, and import of a table. */
export function CodesPanel({ editor, canEdit, onClose }: CodesPanelProps) {
  const { t } = useText();
  const [page, setPage] = useState<Page>(list);
  const [isRemoving, setRemoving] = useState(false);
  const codes = useCodes(editor);
  const features = useFeatures(editor);
  const uses = useUses(codes, features, page.kind === 'form');
  if (page.kind === 'list') {
    return <CodeList editor={editor} codes={codes} canEdit={canEdit} onOpen={setPage} onClose={onClose} />;
  }
  const back = () => setPage(list);
  if (page.kind === 'import') return <CodeImport editor={editor} file={page.file} onClose={back} />;
  const code = codes.find(({ id }) => id === page.id) ?? null;
  const count = (code && uses.get(code.id)) ?? 0;
  return (
    <div className="flex min-h-full flex-col">
      <PanelHeader
        title={code === null ? t('codes.new') : t('codes.edit', { code: code.code })}
        backLabel={t('codes.backToList')}
        onBack={back}
      />
      {count > 0 && <p className="px-4 pt-3 text-ink-soft text-sm">{t('codes.uses', { count })}</p>}
      <div className="flex-1">
        <CodeForm key={page.id} editor={editor} code={code} uses={count} canEdit={canEdit} onClose={back}>
          {code !== null && (
            <IconButton
              label={t('codes.remove')}
              icon={<Trash2 />}
              side="top"
              className="mr-auto"
              onClick={() => setRemoving(true)}
            />
          )}
        </CodeForm>
      </div>
      {isRemoving && code !== null && (
        <RemoveDialog
          code={code}
          uses={count}
          onClose={() => setRemoving(false)}
          onRemove={() => {
            setRemoving(false);
            back();
            void editor.dispatch('code.remove', { ids: [code.id] }, 'panel');
          }}
        />
      )}
    </div>
  );
}

function useUses(
  codes: Parameters<typeof countUses>[0],
  features: ReturnType<typeof useFeatures>,
  isWanted: boolean,
): ReadonlyMap<string, number> {
  return useMemo(
    () => (isWanted ? countUses(codes, Object.values(features)) : new Map<string, number>()),
    [codes, features, isWanted],
  );
}

interface CodeListProps {
  editor: Editor;
  codes: ReturnType<typeof useCodes>;
  canEdit: boolean;
  onOpen(page: Page): void;
  onClose(): void;
}

function CodeList({ editor, codes, canEdit, onOpen, onClose }: CodeListProps) {
  const { t, format } = useText();
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const found = useFoundCodes(codes, query);
  const write = () => {
    const bytes = new TextEncoder().encode(writeCodeCsv(codes));
    const name = `${editor.facts.name.replace(/[\\/:*?"<>|]+/g, '_')} codes.csv`;
    void editor.dispatch('file.save', { name, mediaType: 'text/csv', bytes }, 'panel');
  };
  return (
    <div className="flex h-full min-h-80 flex-col">
      <PanelHeader title={t('codes.title')} backLabel={t('codes.back')} onBack={onClose}>
        <span className="text-ink-faint text-xs tabular-nums">{format.number(codes.length)}</span>
      </PanelHeader>
      <div className="px-3 pt-3">
        <SearchField label={t('codes.search')} clearLabel={t('clear')} value={query} onChange={setQuery} />
      </div>
      {codes.length === 0 && <p className="px-4 py-4 text-ink-soft">{t('codes.empty')}</p>}
      {codes.length > 0 && found.length === 0 && (
        <p className="px-4 py-4 text-ink-soft">{t('codes.nothing')}</p>
      )}
      <CodeRows
        label={t('codes.title')}
        codes={found}
        chosenId={null}
        onChoose={({ id }) => onOpen({ kind: 'form', id })}
        className="min-h-40 flex-1 px-2 py-2"
      />
      <footer className="flex gap-2 border-line border-t p-3">
        {canEdit && (
          <>
            <Button
              tone="primary"
              className="flex-1"
              icon={<Plus className="size-4" />}
              onClick={() => onOpen({ kind: 'form', id: null })}
            >
              {t('codes.add')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('codes.import')}
              accept={codeEndings.join(',')}
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) onOpen({ kind: 'import', file });
                target.value = '';
              }}
            />
            <IconButton
              label={t('codes.import')}
              icon={<Upload />}
              side="top"
              onClick={() => input.current?.click()}
            />
          </>
        )}
        <IconButton
          label={t('codes.export')}
          icon={<Download />}
          side="top"
          disabled={codes.length === 0}
          onClick={write}
        />
      </footer>
    </div>
  );
}
