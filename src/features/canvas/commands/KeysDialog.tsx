import { useSnapshot } from 'valtio';
import { commandEntries } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Dialog } from '#ui/Dialog.tsx';

/** The canvas's keys and what they do. */
export function KeysDialog({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { overlay } = useSnapshot(editor.views.workspace);
  const commands = commandEntries.flatMap(({ keys: [keys], labelKey }) =>
    keys === undefined ? [] : [[keys, t(labelKey as TextKey)] as const],
  );
  const rows: readonly (readonly [keys: string, what: string])[] = [
    ...commands,
    ['Esc', t('cancel')],
    ['Alt', t('keys.free')],
    ['↑ ↓ ← →', t('keys.arrows')],
  ];
  return (
    <Dialog
      open={overlay === 'help'}
      onOpenChange={() => void editor.dispatch('overlay.toggle', { overlay: 'help' }, 'panel')}
      title={t('keys.title')}
      closeLabel={t('close')}
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="whitespace-nowrap rounded-sm border border-line px-1.5 font-sans text-ink-soft text-sm">
                {keys}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
