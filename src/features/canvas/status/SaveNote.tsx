import { CircleAlert, CloudCheck, CloudOff, CloudUpload, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { Contested, SaveState } from '#core/state/state.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

const icons: Record<SaveState['kind'], ReactNode> = {
  loading: <CloudUpload />,
  saved: <CloudCheck />,
  unsaved: <CloudUpload />,
  saving: <CloudUpload />,
  failed: <CloudOff className="text-bad" />,
  'read-only': <Lock />,
  conflict: <CircleAlert className="text-warn" />,
};

/** Save state of the drawing, with the choices after a conflict. */
export function SaveNote({ editor }: { editor: Editor }) {
  const { t, errorText } = useText();
  const { save } = useSnapshot(editor.views.status);
  const error = save.kind === 'failed' || save.kind === 'read-only' ? save.error : null;
  return (
    <>
      <output
        aria-label={t('canvas.saveState')}
        title={error === null ? undefined : errorText(error, 'unknownError')}
        className="flex items-center gap-1.5 [&_svg]:size-4"
      >
        {icons[save.kind]}
        <span className="max-sm:sr-only">{t(`save.${save.kind}`)}</span>
      </output>
      {save.kind === 'conflict' && (
        <ConflictDialog editor={editor} savedBy={save.savedBy} contested={save.contested} />
      )}
    </>
  );
}

interface ConflictProps {
  editor: Editor;
  savedBy: string | null;
  contested: readonly Contested[];
}

/** Rows of a conflict that are listed. */
const maxRows = 50;

function ConflictDialog({ editor, savedBy, contested }: ConflictProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(true);
  const choose = (id: 'conflict.keep-mine' | 'conflict.take-theirs') => {
    setOpen(false);
    void editor.dispatch(id, null, 'panel');
  };
  return (
    <>
      <button type="button" className="text-accent-ink hover:underline" onClick={() => setOpen(true)}>
        {t('conflict.resolve')}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('conflict.title')}
        description={t('conflict.text', { who: savedBy ?? t('conflict.someone') })}
        closeLabel={t('close')}
        footer={
          <>
            <Button onClick={() => choose('conflict.take-theirs')}>{t('conflict.takeTheirs')}</Button>
            <Button tone="primary" onClick={() => choose('conflict.keep-mine')}>
              {t('conflict.keepMine')}
            </Button>
          </>
        }
      >
        <ul className="max-h-60 overflow-y-auto rounded-md border border-line">
          {contested.slice(0, maxRows).map(({ table, id, name, theirs }) => (
            <li key={`${table} ${id}`} className="flex justify-between gap-4 px-3 py-1.5">
              <span className="min-w-0 truncate">{t(`conflict.${table}`, { name })}</span>
              <span className="text-ink-soft">{t(`conflict.${theirs}`)}</span>
            </li>
          ))}
        </ul>
        {contested.length > maxRows && (
          <p className="pt-2 text-ink-soft">{t('conflict.more', { count: contested.length - maxRows })}</p>
        )}
      </Dialog>
    </>
  );
}
