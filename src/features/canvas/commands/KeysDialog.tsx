import { useSnapshot } from 'valtio';
import { commandEntries } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Keys } from '#ui/Keys.tsx';

/** The canvas's keyboard shortcuts. */
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
      wide
    >
      <section
        aria-label={t('keys.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        tabIndex={0}
        className="max-h-[calc(100dvh-10rem)] overflow-y-auto pb-3"
      >
        <dl className="gap-x-8 sm:columns-2">
          {rows.map(([keys, what]) => (
            <div key={keys} className="flex break-inside-avoid items-baseline gap-4 py-0.75">
              <dt className="w-22 shrink-0">
                <Keys>{keys}</Keys>
              </dt>
              <dd className="min-w-0">{what}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  );
}
