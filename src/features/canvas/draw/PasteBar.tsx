import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { SnapControl } from './SnapControl.tsx';

/** Asks where what is pasted goes. */
export function PasteBar({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { tool, pasted } = useSnapshot(editor.views.workspace);
  if (tool !== 'paste' || pasted === null) return null;
  return (
    <div className="elevated pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg px-3 py-2 max-sm:justify-end max-sm:gap-1">
      <output className="text-ink-soft max-sm:w-full max-sm:text-sm">
        {t('clip.place', { count: pasted.records.features.length })}
      </output>
      <SnapControl editor={editor} />
      <Button tone="quiet" onClick={() => void editor.dispatch('tool.choose', { tool: 'select' }, 'panel')}>
        {t('cancel')}
      </Button>
    </div>
  );
}
