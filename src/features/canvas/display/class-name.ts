import type { Text } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';

/** Classes below this are named by the standard (ASPRS LAS 1.4 R15); 8 and 12 keep the names of formats 0 to 5. */
const namedCount = 23;

/** Name of a LAS class. */
export function className(number: number, t: Text['t']): string {
  if (number < namedCount) return t(`lasClass.${number}` as TextKey);
  return t('lasClass.other', { number });
}
