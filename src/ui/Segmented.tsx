import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange(value: Value): void;
}

/** One choice of a few, all in sight; a radio group with arrow keys. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      orientation="horizontal"
      className="inline-flex max-w-full flex-wrap rounded-md bg-well p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex min-h-7 min-w-0 items-center gap-2 rounded-sm px-3 font-medium text-ink-soft text-sm transition-colors hover:text-ink data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-sm pointer-coarse:min-h-11 [&_svg]:size-4"
        >
          {option.icon}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
