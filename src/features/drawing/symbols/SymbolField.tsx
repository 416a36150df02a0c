import { useId, useState } from 'react';
import { type SymbolName, symbolNamed } from '#domain/symbols/library.ts';
import { SymbolDrawing } from '#editor-view/SymbolDrawing.tsx';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { fieldClass } from '#ui/TextField.tsx';
import { SymbolPicker } from './SymbolPicker.tsx';

interface SymbolFieldProps {
  label: string;
  /** Null: none. Names that the library does not have are shown as they are. */
  value: string | null;
  onChange(symbol: SymbolName | null): void;
}

/** The symbol of a code or feature, drawn and named; a press opens the library. */
export function SymbolField({ label, value, onChange }: SymbolFieldProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isKnown = value !== null && symbolNamed(value) !== undefined;
  const name =
    value === null
      ? t('symbols.none')
      : isKnown
        ? t(`symbol.${value as SymbolName}`)
        : t('symbols.unknown', { name: value });
  return (
    <div className="flex flex-col gap-1 py-1">
      <span id={id} className="text-ink-soft text-sm">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => setOpen(true)}
        className={cx(fieldClass, 'flex items-center gap-2 px-2 text-left')}
      >
        {isKnown && <SymbolDrawing name={value} className="size-6" />}
        <span id={`${id}-value`} className={cx('min-w-0 truncate', value === null && 'pl-1 text-ink-faint')}>
          {name}
        </span>
      </button>
      {isOpen && (
        <SymbolPicker
          value={value}
          onClose={() => setOpen(false)}
          onChoose={(symbol) => {
            setOpen(false);
            if (symbol !== value) onChange(symbol);
          }}
        />
      )}
    </div>
  );
}
