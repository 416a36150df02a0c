import { appendAll } from '../../math/extremes.ts';
import type { ControlKind } from './control-codes.ts';
import type { CodeDictionary, FoundCode } from './dictionary.ts';

/** A control code and the number behind it: the width of a rectangle. */
export interface FoundControl {
  readonly kind: ControlKind;
  readonly value: number | null;
}

/** A feature code of a description with its control codes. */
export interface Mention extends FoundCode {
  readonly controls: readonly FoundControl[];
}

/** What a description says. */
export interface Description {
  readonly mentions: readonly Mention[];
  /** Control codes without a feature code. */
  readonly stray: readonly ControlKind[];
  /** Words that are no codes. */
  readonly remarks: readonly string[];
}

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const between = /[/,;&]/;

/**
 * Feature and control codes of a point's description. Blanks stand between words, and `/ , ; &` between codes. A control
 * code belongs to the feature code before it, or to the next where none is before it. A code named twice at a point is
 * one mention with the control codes of both.
 */
export function parseDescription(text: string, dictionary: CodeDictionary): Description {
  const words = text
    .split(/\s+/)
    .flatMap((word) => (dictionary.find(word) ? [word] : word.split(between)))
    .filter((word) => word !== '')
    .reverse();
  const found = new Map<string, FoundCode & { controls: FoundControl[] }>();
  let last: FoundControl[] | null = null;
  const early: FoundControl[] = [];
  const remarks: string[] = [];
  const mention = (code: FoundCode) => {
    const key = `${code.entry.code}\0${code.string}`;
    const known = found.get(key) ?? { ...code, controls: [] };
    found.set(key, known);
    appendAll(known.controls, early.splice(0));
    last = known.controls;
  };
  while (words.length > 0) {
    const code = takeCode(words, dictionary);
    if (code) {
      mention(code);
      continue;
    }
    const word = words.pop()!;
    const kind = dictionary.control(word);
    if (kind !== null) {
      const hasValue = kind === 'rectangle' && number.test(words.at(-1) ?? '');
      (last ?? early).push({ kind, value: hasValue ? Number(words.pop()) : null });
    } else remarks.push(word);
  }
  return { mentions: [...found.values()], stray: early.map(({ kind }) => kind), remarks };
}

/** The longest code that the next words are, taken from their (reversed) list; null where they are none. */
function takeCode(words: string[], dictionary: CodeDictionary): FoundCode | null {
  for (let count = Math.min(dictionary.longest, words.length); count > 0; count--) {
    const code = dictionary.find(words.slice(-count).reverse().join(' '));
    if (!code) continue;
    words.length -= count;
    return code;
  }
  return null;
}
