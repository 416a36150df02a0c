import type { ErrorParams } from '#domain/errors/app-error.ts';
import type { TextKey } from '#locales/texts.ts';

/** The text of a key with its parameters; passed in by the caller, which has the person's language. */
export type Translate = (key: TextKey, params?: ErrorParams) => string;

/** The context of a section. */
export interface Wording {
  readonly t: Translate;
  /** A length in the report's unit, with that many digits. */
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

/** Values that round to zero have no sign. */
export function withoutNegativeZero(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text;
}
