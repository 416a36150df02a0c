import { useId } from 'react';
import { cx } from './cx.ts';
import { fieldClass } from './TextField.tsx';

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
