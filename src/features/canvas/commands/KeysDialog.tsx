import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { toolGroups } from './tools.tsx';

/** The canvas's keys and what they do. */
export function KeysDialog({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { overlay } = useSnapshot(editor.views.workspace);
  const rows: readonly (readonly [keys: string, what: string])[] = [
    ...toolGroups.flat().map(({ shortcut, tool }) => [shortcut, t(`tool.${tool}`)] as const),
    ['Enter', t('draft.finish')],
    ['Backspace', t('draft.back')],
    ['Esc', t('cancel')],
    ['S', t('snap.title')],
    ['Alt', t('keys.free')],
    ['1', t('viewMode.classic')],
    ['2 / 3', `${t('viewMode.2d')} / ${t('viewMode.3d')}`],
    ['4', t('viewMode.split')],
    ['5', t('viewMode.side-by-side')],
    ['O', t('command.camera.parallel')],
    ['F', t('canvas.fit')],
    ['Shift F', t('canvas.fitSelection')],
    ['+ / -', `${t('canvas.zoomIn')} / ${t('canvas.zoomOut')}`],
    ['[ / ]', t('keys.sights')],
    ['↑ ↓ ← →', t('keys.arrows')],
    ['Ctrl Z / Ctrl Y', `${t('canvas.undo')} / ${t('canvas.redo')}`],
    ['Ctrl S', t('keys.save')],
    ['T', t('describe.title')],
    ['B', t('figures.title')],
    ['?', t('keys.title')],
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
