import { codePageByte } from './code-page.ts';

/** Hands out the handles of a drawing: unique, in rising order, written in hexadecimal. */
export class Handles {
  #next = 1;

  take(): string {
    return (this.#next++).toString(16).toUpperCase();
  }

  /** The number after the last handle given, as `$HANDSEED` wants it. */
  get seed(): string {
    return this.#next.toString(16).toUpperCase();
  }
}

/** A group code with its value. */
export type Tag = readonly [code: number, value: string | number];

/** Group codes and values as text, a line each. Integers stay as they are; use `real` for coordinates. */
export function formatTags(tags: readonly Tag[]): string {
  let text = '';
  for (const [code, value] of tags) text += `${code}\n${value}\n`;
  return text;
}

/** A floating point value with all its digits and, as some readers insist, a decimal point. */
export function real(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A point's three groups: 10, 20, 30 and their like for other first codes. */
export function pointTags(code: number, x: number, y: number, z: number): Tag[] {
  return [
    [code, real(x)],
    [code + 10, real(y)],
    [code + 20, real(z)],
  ];
}

/**
 * Text of a drawing of 2000: characters beyond its code page (Windows-1252) as `\U+XXXX`, line breaks as
 * spaces, the caret (which begins a control character) with a space after it; at most `limit` characters of
 * the result.
 */
export function drawingText(text: string, limit = 2000): string {
  let output = '';
  for (const letter of text) {
    const piece = drawingLetter(letter);
    if (output.length + piece.length > limit) break;
    output += piece;
  }
  return output;
}

/** Whether `drawingText` leaves out the end of a text. */
export function isCut(text: string, limit: number): boolean {
  return text.length > limit / 7 && drawingText(text, limit) !== drawingText(text, Infinity);
}

function drawingLetter(letter: string): string {
  const code = letter.codePointAt(0)!;
  if (code < 32 || code === 127) return ' ';
  if (letter === '^') return '^ ';
  if (codePageByte(code) !== undefined) return letter;
  // Letters beyond the first plane are written as the two halves of their UTF-16.
  return [...Array(letter.length).keys()]
    .map((i) => `\\U+${letter.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('');
}

/** Text of a TEXT entity: as `drawingText`, and percent signs in a row, which begin control codes, as `%%%` each. */
export function labelText(text: string): string {
  return drawingText(text).replace(/%{2,}/g, (run) => '%%%'.repeat(run.length));
}

/**
 * Valid layer names, one for each given: characters that AutoCAD forbids become `_`, at most 255 characters, unique
 * regardless of case.
 */
export function layerNames(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const result = new Map<string, string>();
  for (const name of names) {
    const base = drawingText(name.replace(/[<>/\\":;?*|=,`^]/g, '_').trim() || '_', 240);
    let candidate = base;
    for (let i = 2; taken.has(candidate.toLowerCase()); i++) candidate = `${base}_${i}`;
    taken.add(candidate.toLowerCase());
    result.set(name, candidate);
  }
  return result;
}
