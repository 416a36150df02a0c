import type { Text, TextKey } from '#i18n/use-text.ts';

/** Classes that the standard names (ASPRS LAS 1.4 R15); others by number. */
const namedClasses: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 17, 18];

/** Name of a LAS class. */
export function className(number: number, t: Text['t']): string {
  if (namedClasses.includes(number)) return t(`lasClass.${number}` as TextKey);
  return t('lasClass.other', { number });
}
