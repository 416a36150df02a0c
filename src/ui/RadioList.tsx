import { RadioGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface RadioChoice<Value extends string> {
  value: Value;
  label: string;
  /** A sentence under the label: what the choice means, or why it cannot be taken. */
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioListProps<Value extends string> {
  label: string;
  choices: readonly RadioChoice<Value>[];
  value: Value;
  onChange(value: Value): void;
  disabled?: boolean;
}

/** One choice of a few that need a sentence each; a radio group with arrow keys. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, choices, value, onChange, disabled = false } = props;
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(next) => onChange(next as Value)}
      className="flex flex-col gap-2"
    >
      {choices.map((choice) => (
        <Choice key={choice.value} choice={choice} />
      ))}
    </RadioGroup.Root>
  );
}

function Choice<Value extends string>({ choice }: { choice: RadioChoice<Value> }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex items-start gap-3 rounded-md border border-line px-3 py-2.5 transition-colors hover:bg-hover has-[[data-state=checked]]:border-accent has-[:disabled]:bg-transparent has-[[data-state=checked]]:bg-accent-soft"
    >
      <RadioGroup.Item
        id={id}
        value={choice.value}
        disabled={choice.disabled ?? false}
        aria-describedby={choice.hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-panel disabled:opacity-45 data-[state=checked]:border-accent"
      >
        <RadioGroup.Indicator className="size-2 rounded-full bg-accent forced-colors:bg-[Highlight]" />
      </RadioGroup.Item>
      <span className="min-w-0">
        <span className={choice.disabled ? 'block font-medium text-ink-soft' : 'block font-medium'}>
          {choice.label}
        </span>
        {choice.hint !== undefined && (
          <span id={`${id}-hint`} className="block text-ink-soft text-sm">
            {choice.hint}
          </span>
        )}
      </span>
    </label>
  );
}
