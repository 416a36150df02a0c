import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { useId } from 'react';

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** A labelled box that is on or off. */
export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
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
    </div>
  );
}
