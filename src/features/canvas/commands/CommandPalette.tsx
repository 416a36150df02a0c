import { type KeyboardEvent, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type CommandEntry, commandEntries } from '#core/commands/command-entries.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Keys } from '#ui/Keys.tsx';
import { ListOption } from '#ui/ListOption.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { matchingNames } from './matching-names.ts';

interface NamedEntry {
  readonly entry: CommandEntry;
  readonly name: string;
  /** Its command, where the name alone is ambiguous. */
  readonly command: string | null;
}

/** Searches all commands that need no input by name; arrows move, Enter runs, Escape closes. */
export function CommandPalette({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { overlay } = useSnapshot(editor.views.workspace);
  const toggle = () => editor.dispatch('overlay.toggle', { overlay: 'commands' }, 'panel');
  const run = async (entry: CommandEntry) => {
    await toggle();
    await entry.run(editor, 'menu');
  };
  return (
    <Dialog
      open={overlay === 'commands'}
      onOpenChange={() => void toggle()}
      title={t('palette.title')}
      closeLabel={t('close')}
    >
      <Search editor={editor} onRun={(entry) => void run(entry)} />
    </Dialog>
  );
}

function Search({ editor, onRun }: { editor: Editor; onRun(entry: CommandEntry): void }) {
  const { t } = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const named = commandEntries
    .filter(({ labelKey }) => labelKey !== 'palette.title')
    .map(
      (entry): NamedEntry => ({
        entry,
        name: t(entry.labelKey as TextKey),
        command: entry.commandKey && t(entry.commandKey as TextKey),
      }),
    );
  const found = matchingNames(named, query, ({ name, command }) => [name, command ?? '']);
  const isEnabled = ({ entry }: NamedEntry) => entry.isEnabled(editor);
  const shown = [...found.filter(isEnabled), ...found.filter((row) => !isEnabled(row))];
  const current = Math.min(active, shown.length - 1);
  const take = (row: NamedEntry | undefined) => {
    if (row !== undefined && isEnabled(row)) onRun(row.entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((current + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(shown[current]);
    }
  };
  return (
    <div className="flex flex-col gap-2 pb-4">
      <input
        role="combobox"
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        autoComplete="off"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown[current] ? `${id}-${current}` : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className={fieldClass}
      />
      <div className="h-80">
        {shown.length > 0 && (
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t('palette.title')}
            className="max-h-full overflow-y-auto"
          >
            {shown.map((row, index) => (
              <ListOption
                key={row.entry.labelKey}
                id={`${id}-${index}`}
                isActive={index === current}
                isDisabled={!isEnabled(row)}
                onPoint={() => setActive(index)}
                onTake={() => take(row)}
              >
                <span className="min-w-0 flex-1">
                  {row.name}
                  {row.command !== null && <span className="ml-2 text-ink-soft text-sm">{row.command}</span>}
                </span>
                {row.entry.keys[0] !== undefined && <Keys>{row.entry.keys[0]}</Keys>}
              </ListOption>
            ))}
          </div>
        )}
        <p role="status" className="px-3 text-ink-soft">
          {shown.length === 0 && t('palette.none')}
        </p>
      </div>
    </div>
  );
}
