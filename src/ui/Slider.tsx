import { useId } from 'react';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The displayed value. */
  text: string;
  onChange(value: number): void;
  /** The pointer or the key was released at this value. */
  onCommit?(value: number): void;
}

/** A value between two ends. */
export function Slider({ label, text, onChange, onCommit, ...range }: SliderProps) {
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
        onPointerUp={(event) => onCommit?.(Number(event.currentTarget.value))}
        onKeyUp={(event) => onCommit?.(Number(event.currentTarget.value))}
        className="h-6 w-full accent-accent pointer-coarse:h-11"
      />
    </div>
  );
}
