import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { WrittenFile } from '#core/state/state.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useToast } from '#ui/Toast.tsx';

/** Number of changes shown before the list is expanded. */
const firstChanges = 3;

/** Lists after an export all changes that the file's format required, selectable and copyable. */
export function WrittenChanges({ editor }: { editor: Editor }) {
  const { written } = useSnapshot(editor.views.status);
  return written && <ChangesDialog key={written.name} editor={editor} written={written} />;
}

function ChangesDialog({ editor, written }: { editor: Editor; written: WrittenFile }) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const [isWhole, setWhole] = useState(false);
  const { name, changes } = written;
  const lines = (isWhole ? changes : changes.slice(0, firstChanges)).map((change) =>
    errorText(change, 'unknownError'),
  );
  const more = changes.length - lines.length;
  const close = () => void editor.dispatch('written.dismiss', null, 'panel');
  const copy = async () => {
    const text = changes.map((change) => errorText(change, 'unknownError')).join('\n');
    if (await editor.dispatch('clipboard.copy', { text }, 'panel')) showToast({ title: t('copied') });
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('export.changed', { count: changes.length })}
      description={t('export.changedIn', { file: name })}
      closeLabel={t('close')}
      footer={
        <>
          <Button icon={<Copy className="size-4" />} onClick={() => void copy()}>
            {t('export.copyChanges')}
          </Button>
          <Button tone="primary" onClick={close}>
            {t('close')}
          </Button>
        </>
      }
    >
      <ul className="select-text text-sm">
        {lines.map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a file's changes stand as they are
            key={index}
            className="break-words border-line border-t py-2 [content-visibility:auto] first:border-t-0"
          >
            {line}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button tone="quiet" className="-ml-3 text-accent-ink" onClick={() => setWhole(true)}>
          {t('export.moreChanges', { count: more })}
        </Button>
      )}
    </Dialog>
  );
}
