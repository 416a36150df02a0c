import { Keyboard, NotebookText, Redo2, TextSearch, Undo2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { shortcutOf } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { ToolButton, Toolbar } from '#ui/Toolbar.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';
import { toolGroups } from './tools.tsx';

/** Tools and the way back, at the edge of the view: a column, on a phone a row. */
export function ToolStrip({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { tool, overlay } = useSnapshot(editor.views.workspace);
  const isColumn = useIsWide('sm');
  return (
    <Toolbar
      label={t('canvas.tools')}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      className="pointer-events-auto flex max-w-full shrink-0 gap-1 self-start rounded-lg border border-line bg-panel p-1 max-sm:overflow-x-auto sm:max-h-full sm:flex-col sm:overflow-y-auto"
    >
      {toolGroups.map((group) => (
        <div
          key={group[0]?.tool}
          className="flex gap-1 border-line not-first:border-l not-first:pl-1 sm:flex-col sm:not-first:border-t sm:not-first:border-l-0 sm:not-first:pt-1 sm:not-first:pl-0"
        >
          {group.map((face) => (
            <ToolButton
              key={face.tool}
              label={t(`tool.${face.tool}`)}
              icon={face.icon}
              shortcut={shortcutOf(`tool.${face.tool}`)}
              side="right"
              aria-pressed={tool === face.tool}
              onClick={() => void editor.dispatch('tool.choose', { tool: face.tool }, 'panel')}
            />
          ))}
        </div>
      ))}
      <div className="flex flex-col gap-1 border-line border-t pt-1 max-sm:hidden">
        <HistoryButtons editor={editor} side="right" />
        <ToolButton
          label={t('describe.title')}
          icon={<NotebookText />}
          shortcut={shortcutOf('describe.title')}
          side="right"
          aria-pressed={overlay === 'description'}
          onClick={() => void editor.dispatch('overlay.toggle', { overlay: 'description' }, 'panel')}
        />
        <ToolButton
          label={t('palette.title')}
          icon={<TextSearch />}
          shortcut={shortcutOf('palette.title')}
          side="right"
          onClick={() => void editor.dispatch('overlay.toggle', { overlay: 'commands' }, 'panel')}
        />
        <ToolButton
          label={t('keys.title')}
          icon={<Keyboard />}
          shortcut={shortcutOf('keys.title')}
          side="right"
          onClick={() => void editor.dispatch('overlay.toggle', { overlay: 'help' }, 'panel')}
        />
      </div>
    </Toolbar>
  );
}

/** Undo and redo in a toolbar, named after the step they take. */
export function HistoryButtons({ editor, side }: { editor: Editor; side: 'right' | 'bottom' }) {
  const { t } = useText();
  const { history } = useSnapshot(editor.views.workspace);
  const label = (verb: 'canvas.undo' | 'canvas.redo', step: string | null) =>
    step === null ? t(verb) : `${t(verb)}: ${t(step as TextKey)}`;
  return (
    <>
      <ToolButton
        label={label('canvas.undo', history.undo)}
        icon={<Undo2 />}
        shortcut={shortcutOf('command.history.undo')}
        side={side}
        disabled={history.undo === null}
        onClick={() => void editor.dispatch('history.undo', null, 'panel')}
      />
      <ToolButton
        label={label('canvas.redo', history.redo)}
        icon={<Redo2 />}
        shortcut={shortcutOf('command.history.redo')}
        side={side}
        disabled={history.redo === null}
        onClick={() => void editor.dispatch('history.redo', null, 'panel')}
      />
    </>
  );
}
