import { type UnitOfMeasure, unitOfMeasure } from '#contract/schemas/common.ts';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';

interface UnitChoiceProps {
  label: string;
  value: UnitOfMeasure | null;
  onChange(unit: UnitOfMeasure): void;
  error?: string | undefined;
}

/** Asks for a unit of length; none is chosen beforehand, for a guess would be taken for a fact. */
export function UnitChoice({ label, value, onChange, error }: UnitChoiceProps) {
  const { t } = useText();
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium text-ink-soft text-sm">{label}</span>
      <Segmented<UnitOfMeasure | ''>
        label={label}
        value={value ?? ''}
        onChange={(next) => next !== '' && onChange(next)}
        options={unitOfMeasure.options.map((unit) => ({ value: unit, label: t(`systemField.unit.${unit}`) }))}
      />
      {error !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
