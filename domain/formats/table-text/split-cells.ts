/** The delimiter of cells in a line; blanks delimit in runs. */
export type Delimiter = ',' | ';' | '\t' | ' ';

/** A line of a table and its number in the file, from 1. */
export interface TableLine {
  readonly number: number;
  readonly text: string;
}

/** A table's lines that have text in them, and the delimiter that a first line `sep=;` states. */
export interface TableLines {
  readonly lines: readonly TableLine[];
  readonly delimiter: Delimiter | null;
}

const statedDelimiter = /^"?sep=(.)"?[,;\t ]*$/i;

/** Cuts a text (without or with a byte order mark) into lines. */
export function tableLines(text: string): TableLines {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at): TableLine => ({ number: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  const stated = statedDelimiter.exec(lines[0]?.text ?? '')?.[1] ?? null;
  const isKnown = stated !== null && [',', ';', '\t', ' '].includes(stated);
  return isKnown ? { lines: lines.slice(1), delimiter: stated as Delimiter } : { lines, delimiter: null };
}

/** Cells of a line without the blanks around them; quoted ones may hold the delimiter, and quotes twice. */
export function splitCells(text: string, delimiter: Delimiter): string[] {
  if (delimiter === ' ') return text.trim().split(/\s+/);
  const cells: string[] = [];
  let parts: string[] = [];
  let from = 0;
  let isBlank = true;
  let isQuoted = false;
  const keep = (end: number) => {
    parts.push(text.slice(from, end));
    from = end + 1;
  };
  const endCell = (end: number) => {
    keep(end);
    cells.push(parts.join('').trim());
    parts = [];
    isBlank = true;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      keep(++at);
      isBlank = false;
    } else if (letter === '"' && (isQuoted || isBlank)) {
      keep(at);
      isQuoted = !isQuoted;
    } else if (letter === delimiter && !isQuoted) endCell(at);
    else if (isBlank && letter.trim() !== '') isBlank = false;
  }
  endCell(text.length);
  return cells;
}

/** The delimiter that most of the first lines agree on, most specific first; blanks where none does. */
export function findDelimiter(lines: readonly TableLine[], minCells = 3): Delimiter {
  const sample = lines.slice(0, 20);
  const cutsMost = (delimiter: Delimiter) =>
    sample.filter(({ text }) => splitCells(text, delimiter).length >= minCells).length * 2 > sample.length;
  return (['\t', ';', ','] as const).find(cutsMost) ?? ' ';
}
