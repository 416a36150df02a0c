import { cx } from './cx.ts';

interface QuantityProps {
  /** The exact value, for copying by machines and for tests. */
  value: number;
  /** The displayed value, already formatted for the locale. */
  text: string;
  /** Symbol of the unit, when it has one. */
  unit?: string;
  className?: string;
}

/** A number with its unit: tabular figures, kept on one line, always selectable. */
export function Quantity({ value, text, unit, className }: QuantityProps) {
  return (
    <data value={value} className={cx('select-text whitespace-nowrap tabular-nums', className)}>
      {text}
      {unit !== undefined && <span className="text-ink-soft">{`\u00a0${unit}`}</span>}
    </data>
  );
}
