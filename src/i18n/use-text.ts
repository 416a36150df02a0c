import type { i18n, TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FindText, textOptions } from '#locales/text-options.ts';
import type { TextKey } from '#locales/texts.ts';
import { createFormatter, type Formatter } from './format.ts';
import { systemParams } from './system-params.ts';

export type TextParams = Readonly<Record<string, string | number | boolean>>;

/** Looks up a text and inserts the parameters. */
export type Translate = (key: TextKey, params?: TextParams) => string;

/** Texts and formats for components. */
export interface Text {
  t: Translate;
  format: Formatter;
  /** The text of a key that data names, such as a step of the pipeline; the fallback when there is none. */
  named(key: string, fallback: string): string;
  /** The text of `<prefix>.<code>` of a record, with its parameters as a person reads them. */
  textOf(prefix: string, record: { readonly code: string; readonly params: TextParams }): string;
  /** The text of `pageErrors.<code>`, else of `errors.<code>`, when there is one, else the fallback's. */
  errorText(error: unknown, fallback: TextKey): string;
}

function codeOf(error: unknown): { code: string; params: TextParams } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, params } = error as { code?: unknown; params?: unknown };
  if (typeof code !== 'string') return undefined;
  return { code, params: typeof params === 'object' && params !== null ? (params as TextParams) : {} };
}

/** Texts of coordinate systems begin with the name of a declaration, in lower case amid a sentence. */
function beginUpper(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Binds an i18next instance to the typed functions; outside React too. */
export function bindText(instance: i18n, translate: TFunction, locale: string): Text {
  const findText: FindText = (key, options) =>
    instance.exists(key, options) ? String(translate(key, options)) : null;
  const optionsOf = (params: TextParams) => textOptions(params, findText);
  const t: Translate = (key, params) => String(translate(key, optionsOf(params ?? {})));
  const format = createFormatter(locale);
  const nameOf = (source: string) => {
    const key = `systemSource.${source}`;
    return instance.exists(key) ? String(translate(key)) : null;
  };
  const shown = (code: string, params: TextParams) =>
    code.startsWith('crs.') ? systemParams(params, nameOf, format) : params;
  return {
    t,
    format,
    textOf: (prefix, { code, params }) =>
      String(translate(`${prefix}.${code}`, optionsOf(shown(code, params)))),
    named: (key, fallback) => (instance.exists(key) ? String(translate(key)) : fallback),
    errorText(error, fallback) {
      const typed = codeOf(error);
      const key = ['pageErrors', 'errors']
        .map((group) => `${group}.${typed?.code}`)
        .find((candidate) => instance.exists(candidate, optionsOf(typed?.params ?? {})));
      if (typed === undefined || key === undefined) return t(fallback);
      const text = String(translate(key, optionsOf(shown(typed.code, typed.params))));
      return typed.code.startsWith('crs.') ? beginUpper(text, locale) : text;
    },
  };
}

/** Texts and formats of the current locale; the component renders again when it changes. */
export function useText(): Text {
  const { t, i18n } = useTranslation();
  const locale = i18n.language ?? 'en-US';
  return useMemo(() => bindText(i18n, t, locale), [i18n, t, locale]);
}
