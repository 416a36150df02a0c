import { useEffect, useId, useState } from 'react';
import { cx } from './cx.ts';
import { fieldClass } from './TextField.tsx';

interface NumberFieldProps {
  label: string;
  /** Null: empty. */
  value: number | null;
  unit?: string;
  placeholder?: string;
  min?: number;
  disabled?: boolean;
  /**
   * Called when the field is left or Enter is pressed; null for an empty field. Text that is not a number is reverted.
   */
  onCommit(value: number | null): void;
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));

/** A number field that commits on blur or Enter. A decimal comma is read as a point. */
export function NumberField({ label, value, unit, placeholder, min, disabled, onCommit }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState(textOf(value));
  useEffect(() => setText(textOf(value)), [value]);
  const commit = () => {
    const trimmed = text.trim().replace(',', '.');
    const number = trimmed === '' ? null : Number(trimmed);
    if (number !== null && (!Number.isFinite(number) || number < (min ?? Number.NEGATIVE_INFINITY))) {
      setText(textOf(value));
    } else if (number !== value) onCommit(number);
  };
  return (
    <div className="flex flex-col gap-1 py-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            else if (event.key === 'Escape' && text !== textOf(value)) {
              event.stopPropagation();
              setText(textOf(value));
            }
          }}
          className={cx(fieldClass, 'tabular-nums', unit !== undefined && 'pr-12')}
        />
        {unit !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-faint text-sm">
            {unit}
          </span>
        )}
      </div>
    </div>
  );
}
