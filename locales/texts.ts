import type { ErrorCode } from '#domain/errors/codes.ts';
import english from './en-US.json' with { type: 'json' };

/** The texts of the reference locale, flat: dotted key to text with `{{placeholders}}`. */
export const referenceTexts = english;

type RawKey = keyof typeof english;

/** Every text key; of a text with plural forms, the key without its suffix (used with `count`). */
export type TextKey = RawKey extends infer Key
  ? Key extends `${infer Base}_other`
    ? Base
    : Key extends `${string}_one`
      ? never
      : Key
  : never;

/** The key of an error's text; the type checker refuses a code that has none. */
export function errorTextKey<C extends ErrorCode>(code: C): `errors.${C}` & TextKey {
  const key: `errors.${ErrorCode}` extends TextKey ? `errors.${C}` : never = `errors.${code}` as never;
  return key as `errors.${C}` & TextKey;
}
