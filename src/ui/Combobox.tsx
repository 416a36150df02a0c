import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';
import { ListOption } from './ListOption.tsx';
import { fieldClass } from './TextField.tsx';

export interface ComboboxOption {
  id: string;
  label: string;
  /** Smaller, after the label. */
  detail?: string;
}

interface ComboboxProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** The typed text; the owner searches options for it. */
  query: string;
  onQueryChange(query: string): void;
  options: readonly ComboboxOption[];
  onSelect(option: ComboboxOption): void;
  /** Shown in the list when there are no options for a non-empty query. */
  emptyText: ReactNode;
}

/** A text field with a list of matches under it: arrows move, Enter takes, Escape closes. List at most 280 px high. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, query, onQueryChange, options, onSelect, emptyText } = props;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = open && query !== '';
  const current = Math.min(active, options.length - 1);

  const take = (option: ComboboxOption | undefined) => {
    if (option === undefined) return;
    onSelect(option);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(options.length - 1, current + step)));
    } else if (event.key === 'Enter' && shown) {
      event.preventDefault();
      take(options[current]);
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setOpen(false);
    }
  };

  return (
    <Popover.Root open={shown}>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium text-ink-soft text-sm">
          {label}
        </label>
        <Popover.Anchor asChild>
          <input
            id={id}
            role="combobox"
            autoComplete="off"
            aria-expanded={shown}
            aria-controls={shown ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={shown && options[current] ? `${id}-${current}` : undefined}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            value={query}
            onChange={(event) => {
              onQueryChange(event.target.value);
              setOpen(true);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
            className={fieldClass}
          />
        </Popover.Anchor>
        <p
          id={`${id}-note`}
          className={cx('min-h-5 text-sm', error === undefined ? 'text-ink-faint' : 'text-bad')}
        >
          {error ?? hint}
        </p>
      </div>
      <Popover.Portal>
        <Popover.Content
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="elevated z-50 max-h-70 w-(--radix-popover-trigger-width) overflow-y-auto break-words rounded-lg p-1"
        >
          {options.map((option, index) => (
            <ListOption
              key={option.id}
              id={`${id}-${index}`}
              isActive={index === current}
              onPoint={() => setActive(index)}
              onTake={() => take(option)}
            >
              <span className="min-w-0">{option.label}</span>
              {option.detail !== undefined && (
                <span className="min-w-0 text-ink-soft text-sm">{option.detail}</span>
              )}
            </ListOption>
          ))}
          {options.length === 0 && <div className="px-3 py-2 text-ink-soft">{emptyText}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
