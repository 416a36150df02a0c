import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './cx.ts';
import { fieldClass } from './TextField.tsx';

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange(value: string): void;
  /** Shown at the end while the field is empty: the keys that focus it. */
  shortcut?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** A search box: the label is its name and placeholder, Escape or the cross empties it. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  shortcut,
  inputRef,
  className,
}: SearchFieldProps) {
  return (
    <search className={cx('relative block', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
        }}
        className={cx(fieldClass, 'pr-16 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      <div className="absolute inset-y-0 right-1 grid place-items-center">
        {value === '' && shortcut !== undefined && (
          <kbd className="mr-2 hidden rounded-sm border border-line px-1.5 font-sans text-ink-faint text-xs sm:block">
            {shortcut}
          </kbd>
        )}
        {value !== '' && (
          <button
            type="button"
            aria-label={clearLabel}
            onClick={() => onChange('')}
            className="grid size-7 place-items-center rounded-sm text-ink-soft hover:bg-hover hover:text-ink"
          >
            <X className="size-4" />
          </button>
        )}
      </div>
    </search>
  );
}
