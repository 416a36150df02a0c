import type { ErrorParams } from '#domain/errors/app-error.ts';
import type { TextKey } from '#locales/texts.ts';

/** The text of a key with its parameters put in; passed in by who knows the person's language. */
export type Translate = (key: TextKey, params?: ErrorParams) => string;

/** What a section is written with. */
export interface Wording {
  readonly t: Translate;
  /** A length in the report's unit, so many digits. */
  length(metres: number | null): string;
  readonly unit: string;
}

const digits = 3;

export function createWording(t: Translate, unit: { symbol: string; metres: number }): Wording {
  return {
    t,
    unit: unit.symbol,
    length: (metres) => (metres === null ? '–' : withoutNegativeZero((metres / unit.metres).toFixed(digits))),
  };
}

/** Values that round to nothing have no sign. */
export function withoutNegativeZero(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text;
}
