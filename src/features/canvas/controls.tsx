import { type ReactNode, useEffect, useId, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { fieldClass } from '#ui/TextField.tsx';

/** A titled part of a panel. */
export function Section({
  title,
  actions,
  className,
  children,
}: {
  title: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={cx('border-line border-b px-4 py-3 last:border-b-0', className)}>
      <header className="mb-2 flex min-h-8 items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as a person reads it. */
  text: string;
  onChange(value: number): void;
}

/** A value between two ends. */
export function Slider({ label, text, onChange, ...range }: SliderProps) {
  const id = useId();
  return (
    <div className="py-1">
      <div className="flex justify-between gap-2 text-sm">
        <label htmlFor={id} className="text-ink-soft">
          {label}
        </label>
        <output htmlFor={id} className="tabular-nums">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 w-full accent-accent pointer-coarse:h-11"
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
  disabled?: boolean;
}

/** One of several by name. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 py-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        className={cx(fieldClass, 'pr-8')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  /** Null: empty. */
  value: number | null;
  unit?: string;
  placeholder?: string;
  min?: number;
  disabled?: boolean;
  /** Called when the field is left or Enter is pressed; null for an empty field. Text that is no number is put back. */
  onCommit(value: number | null): void;
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));

/** A number that is taken over when it is complete. A decimal comma is read as a point. */
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
