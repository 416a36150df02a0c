import { type ReactNode, useState } from 'react';
import { type SymbolName, symbolGroups } from '#domain/symbols/library.ts';
import { SymbolDrawing } from '#editor-view/SymbolDrawing.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';

interface SymbolPickerProps {
  value: string | null;
  onChoose(symbol: SymbolName | null): void;
  onClose(): void;
}

/** The symbols of the library by group, drawn with their names; one press chooses. */
export function SymbolPicker({ value, onChoose, onClose }: SymbolPickerProps) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  const found = symbolGroups
    .map(({ group, names }) => ({
      group,
      names: names.filter((name) => t(`symbol.${name}`).toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ names }) => names.length > 0);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('symbols.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={() => onChoose(null)}>
            {t('symbols.none')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      <SearchField
        label={t('symbols.search')}
        clearLabel={t('clear')}
        value={query}
        onChange={setQuery}
        className="mb-3"
      />
      {found.length === 0 && <p className="py-4 text-ink-soft">{t('symbols.nothing')}</p>}
      {found.map(({ group, names }) => (
        <Group key={group} title={t(`symbolGroup.${group}`)}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === value}
              onClick={() => onChoose(name)}
              className={cx(
                'flex min-w-0 flex-col items-center gap-1.5 rounded-md border px-1 pt-3 pb-2 text-center text-ink hover:bg-hover',
                name === value ? 'border-accent bg-accent-soft text-accent-ink' : 'border-transparent',
              )}
            >
              <SymbolDrawing name={name} className="size-9" />
              <span className="w-full hyphens-auto text-balance break-words text-xs leading-tight">
                {t(`symbol.${name}`)}
              </span>
            </button>
          ))}
        </Group>
      ))}
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-3">
      <h3 className="mb-1 font-medium text-ink-soft text-sm">{title}</h3>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1">{children}</div>
    </section>
  );
}
