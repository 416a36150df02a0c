import type { i18n, TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { referenceTexts } from '#locales/texts.ts';
import { createFormatter, type Formatter } from './format.ts';

type RawKey = keyof typeof referenceTexts;

/** A key of the locale files; of a text with plural forms, the key without its ending (used with `count`). */
export type TextKey = RawKey extends infer Key ? (Key extends `${infer Base}_other` ? Base : Key) : never;

export type TextParams = Readonly<Record<string, string | number | boolean>>;

/** Looks a text up and puts the parameters in. */
export type Translate = (key: TextKey, params?: TextParams) => string;

/** What a component needs for words and numbers. */
export interface Text {
  t: Translate;
  format: Formatter;
  /** The text of a key that data names, such as a step of the pipeline; the fallback when there is none. */
  named(key: string, fallback: string): string;
  /** The text of `pageErrors.<code>`, else of `errors.<code>`, when there is one, else the fallback's. */
  errorText(error: unknown, fallback: TextKey): string;
}

function codeOf(error: unknown): { code: string; params: TextParams } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, params } = error as { code?: unknown; params?: unknown };
  if (typeof code !== 'string') return undefined;
  return { code, params: typeof params === 'object' && params !== null ? (params as TextParams) : {} };
}

/** Binds an i18next instance to the typed functions; outside React too. */
export function bindText(instance: i18n, translate: TFunction, locale: string): Text {
  const t: Translate = (key, params) => String(translate(key, params ?? {}));
  return {
    t,
    format: createFormatter(locale),
    named: (key, fallback) => (instance.exists(key) ? String(translate(key)) : fallback),
    errorText(error, fallback) {
      const typed = codeOf(error);
      const key = ['pageErrors', 'errors']
        .map((group) => `${group}.${typed?.code}`)
        .find((candidate) => instance.exists(candidate));
      return typed === undefined || key === undefined ? t(fallback) : String(translate(key, typed.params));
    },
  };
}

/** Texts and formats of the current locale; the component renders again when it changes. */
export function useText(): Text {
  const { t, i18n } = useTranslation();
  const locale = i18n.language ?? 'en-US';
  return useMemo(() => bindText(i18n, t, locale), [i18n, t, locale]);
}
