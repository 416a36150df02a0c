import { type StripGroup, stripGroups } from '#core/commands/command.ts';
import { commandEntries } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { ToolButton, Toolbar } from '#ui/Toolbar.tsx';
import { useIsWide } from '#ui/use-media.ts';
import { CommandButton } from './CommandButton.tsx';

const labelsOf = (group: StripGroup): string[] =>
  commandEntries.filter(({ strip }) => strip === group).map(({ labelKey }) => labelKey);

/** Tools and the back link, at the edge of the view: a column, on a phone a row. */
export function ToolStrip({ editor }: { editor: Editor }) {
  const { t } = useText();
  const isColumn = useIsWide('sm');
  return (
    <Toolbar
      label={t('canvas.tools')}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      className="pointer-events-auto flex max-w-full shrink-0 gap-1 self-start rounded-lg border border-line bg-panel p-1 max-sm:overflow-x-auto sm:max-h-full sm:flex-col sm:overflow-y-auto"
    >
      {stripGroups.map((group) => (
        <div
          key={group}
          className={cx(
            'flex gap-1 border-line not-first:border-l not-first:pl-1 sm:flex-col sm:not-first:border-t sm:not-first:border-l-0 sm:not-first:pt-1 sm:not-first:pl-0',
            group === 'window' && 'max-sm:hidden',
          )}
        >
          {labelsOf(group).map((label) => (
            <CommandButton key={label} editor={editor} label={label} Button={ToolButton} side="right" />
          ))}
        </div>
      ))}
    </Toolbar>
  );
}

/** Undo and redo in a toolbar, labelled with their step. */
export function HistoryButtons({ editor }: { editor: Editor }) {
  return ['command.history.undo', 'command.history.redo'].map((label) => (
    <CommandButton key={label} editor={editor} label={label} Button={ToolButton} side="bottom" />
  ));
}
