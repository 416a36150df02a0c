import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  /** A sentence under the label: what it means, or why it cannot be chosen. */
  hint?: ReactNode;
  /** At the end of the line: a size, a count. */
  trailing?: ReactNode;
}

/** A labelled box that is on or off. */
export function Checkbox({ label, checked, onChange, disabled = false, hint, trailing }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
        <Radix.Root
          id={id}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onCheckedChange={(value) => onChange(value === true)}
          className="relative grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-panel text-on-accent transition-colors disabled:opacity-45 data-[state=checked]:border-accent data-[state=checked]:bg-accent pointer-coarse:after:absolute pointer-coarse:after:-inset-3.5"
        >
          <Radix.Indicator>
            <Check className="size-3" strokeWidth={3} />
          </Radix.Indicator>
        </Radix.Root>
        <label htmlFor={id} className="select-none text-base text-ink pointer-coarse:py-3">
          {label}
        </label>
        {trailing !== undefined && <span className="ml-auto">{trailing}</span>}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="pl-6 text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
