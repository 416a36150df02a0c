import type { ErrorCode } from '#domain/errors/codes.ts';
import english from './en-US.json' with { type: 'json' };

/** The texts of the reference locale, flat: dotted key to text with `{{placeholders}}`. */
export const referenceTexts = english;

/** Every text key that exists. */
export type TextKey = keyof typeof english;

/** The key of an error's text; the type checker refuses a code that has none. */
export function errorTextKey<C extends ErrorCode>(code: C): `errors.${C}` & TextKey {
  const key: `errors.${ErrorCode}` extends TextKey ? `errors.${C}` : never = `errors.${code}` as never;
  return key as `errors.${C}` & TextKey;
}
