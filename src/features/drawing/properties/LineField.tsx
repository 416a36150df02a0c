import { useId } from 'react';
import { fieldClass } from '#ui/TextField.tsx';

interface LineFieldProps {
  label: string;
  value: string;
  placeholder: string;
  onChange(value: string): void;
}

/** A line of text that stands beside lists of options. */
export function LineField({ label, value, placeholder, onChange }: LineFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 py-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className={fieldClass}
      />
    </div>
  );
}
