import { useText } from '#i18n/use-text.ts';
import { NumberField } from '#ui/NumberField.tsx';
import type { ValueRange } from '../loaded.ts';

interface RangeFieldsProps {
  lowLabel: string;
  highLabel: string;
  /** Null: empty fields. */
  range: ValueRange | null;
  /** The default shown in empty fields; null when not known. */
  loaded: ValueRange | null;
  digits: number;
  /** Called with null when both fields are empty; a field left empty takes the limit of loaded data. */
  onChange(range: ValueRange | null): void;
}

/** Fields for the two ends of a range, side by side. */
export function RangeFields({ lowLabel, highLabel, range, loaded, digits, onChange }: RangeFieldsProps) {
  const { format } = useText();
  const round = (value: number) => Math.round(value * 10 ** digits) / 10 ** digits;
  const commit = (low: number | null, high: number | null) => {
    if (low === null && high === null) onChange(null);
    else onChange([low ?? loaded?.[0] ?? -Infinity, high ?? loaded?.[1] ?? Infinity]);
  };
  const low = range && Number.isFinite(range[0]) ? range[0] : null;
  const high = range && Number.isFinite(range[1]) ? range[1] : null;
  const hint = (end: 0 | 1) => (loaded === null ? '' : format.number(loaded[end], digits));
  return (
    <div className="grid grid-cols-2 items-end gap-2">
      <NumberField
        label={lowLabel}
        value={low === null ? null : round(low)}
        placeholder={hint(0)}
        onCommit={(value) => commit(value, high)}
      />
      <NumberField
        label={highLabel}
        value={high === null ? null : round(high)}
        placeholder={hint(1)}
        onCommit={(value) => commit(low, value)}
      />
    </div>
  );
}
