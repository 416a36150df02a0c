import type { ErrorParams, ErrorRecord } from '#domain/errors/app-error.ts';
import { errorTextKey, referenceTexts } from '#locales/texts.ts';

/** Puts values into a text's `{{placeholders}}`; one without a value stays as it is. */
export function interpolate(text: string, params: ErrorParams): string {
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (all, name: string) => {
    const value = params[name];
    return value === undefined ? all : String(value);
  });
}

/** The English text of an error, for clients and rows that hold text. */
export function errorText(record: ErrorRecord): string {
  return interpolate(referenceTexts[errorTextKey(record.code)], record.params);
}
