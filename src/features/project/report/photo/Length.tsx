import { useText } from '#i18n/use-text.ts';
import { Quantity } from '#ui/Quantity.tsx';

/** A length to the millimetre, as in the printed report; a dash where it was not measured. */
export function Length({ metres, hasUnit = true }: { metres: number | null; hasUnit?: boolean }) {
  const { format } = useText();
  if (metres === null) return '–';
  const text = format.number(Math.round(metres * 1000) / 1000 || 0, 3);
  return <Quantity value={metres} text={text} {...(hasUnit ? { unit: 'm' } : {})} />;
}
