import i18next, { type i18n } from 'i18next';
import { AppError, type ErrorParams, type ErrorRecord } from '#domain/errors/app-error.ts';
import { type FindText, textOptions } from '#locales/text-options.ts';
import { errorTextKey, referenceTexts, type TextKey } from '#locales/texts.ts';

const locale = 'en-US';
const texts: i18n = i18next.createInstance();
texts.init({
  lng: locale,
  resources: { [locale]: { translation: referenceTexts } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
});

function oneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

const findText: FindText = (key, options) => (texts.exists(key, options) ? texts.t(key, options) : null);

/** The text of a key with its parameters. */
export function translate(key: TextKey, params: ErrorParams = {}): string {
  return texts.t(key, textOptions(params, findText));
}

/** One line for a typed error or warning that came as data. */
export function describeRecord(record: ErrorRecord): string {
  return oneLine(translate(errorTextKey(record.code), record.params));
}

/** The same for a page, which has no options, folders and programs: `pageErrors.<code>` where there is one. */
export function describeForPage(record: ErrorRecord): string {
  const key = `pageErrors.${record.code}`;
  const options = textOptions(record.params, findText);
  return texts.exists(key, options) ? oneLine(texts.t(key, options)) : describeRecord(record);
}

/** True where work was cancelled by a person. */
export function isAbort(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'AbortError';
}

/** One line for any thrown error: what happened, where, and what to do; never a stack. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) return describeRecord(error);
  if (isAbort(error)) return translate('failure.stopped');
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return oneLine(translate('failure.unexpected', { said }));
}
