import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { useToast } from '#ui/Toast.tsx';

/** Shows the editor's failures as messages, each once. */
export function Notices({ editor }: { editor: Editor }) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const { notices } = useSnapshot(editor.views.status);
  useEffect(() => {
    for (const { id, error } of notices) {
      showToast({ title: t('canvas.failed'), text: errorText(error, 'unknownError'), tone: 'bad' });
      void editor.dispatch('notice.dismiss', { id }, 'program');
    }
  }, [notices, editor, showToast, t, errorText]);
  return null;
}
