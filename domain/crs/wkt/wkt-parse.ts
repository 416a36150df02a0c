import { AppError, type ErrorParams } from '../../errors/app-error.ts';

/** `KEYWORD[item, …]`. Bare words (axis directions, enumerations) are `{ word }`. */
export interface WktNode {
  readonly keyword: string;
  readonly items: readonly WktItem[];
}
export type WktItem = WktNode | { readonly word: string } | string | number;

const MAX_LENGTH = 1 << 20;
const MAX_DEPTH = 48;
const MAX_NODES = 20_000;

const wordStart = /[A-Za-z_]/;
const wordPart = /[A-Za-z0-9_]/;
const numberPattern = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;

class Reader {
  readonly #text: string;
  #at = 0;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  roots(): WktNode[] {
    const nodes: WktNode[] = [];
    do {
      this.#skipSpace();
      const item = this.#word(0);
      if (!isNode(item)) throw this.#fault('a-keyword-followed-by-a-bracket');
      nodes.push(item);
      this.#skipSpace();
    } while (this.#text[this.#at++] === ',');
    return nodes;
  }

  #fault(expected: string, values: ErrorParams = {}): AppError {
    return new AppError('crs.wkt-syntax', {
      ...values,
      position: this.#at,
      expected,
      found: this.#text.slice(this.#at, this.#at + 20) || 'the-end',
    });
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 32) this.#at++;
  }

  #item(depth: number): WktItem {
    this.#skipSpace();
    const next = this.#text[this.#at] ?? '';
    if (next === '"' || next === '\u201c') return this.#quoted();
    if (wordStart.test(next)) return this.#word(depth);
    numberPattern.lastIndex = this.#at;
    const match = numberPattern.exec(this.#text);
    if (!match) throw this.#fault('a-value');
    this.#at = numberPattern.lastIndex;
    return Number(match[0]);
  }

  #quoted(): string {
    const close = this.#text[this.#at] === '"' ? '"' : '\u201d';
    let value = '';
    for (let from = this.#at + 1; ; ) {
      const end = this.#text.indexOf(close, from);
      if (end < 0) throw this.#fault('a-closing-quotation-mark');
      value += this.#text.slice(from, end);
      if (this.#text[end + 1] !== close) {
        this.#at = end + 1;
        return value;
      }
      value += close;
      from = end + 2;
    }
  }

  #word(depth: number): WktItem {
    if (!wordStart.test(this.#text[this.#at] ?? '')) throw this.#fault('a-keyword');
    const start = this.#at;
    while (wordPart.test(this.#text[this.#at] ?? '')) this.#at++;
    const word = this.#text.slice(start, this.#at);
    this.#skipSpace();
    const open = this.#text[this.#at];
    if (open !== '[' && open !== '(') return { word: word.toUpperCase() };
    this.#at++;
    return { keyword: word.toUpperCase(), items: this.#list(open === '[' ? ']' : ')', depth + 1) };
  }

  #list(close: string, depth: number): WktItem[] {
    if (depth > MAX_DEPTH || ++this.#nodes > MAX_NODES) throw this.#fault('a-shallower-definition');
    const items: WktItem[] = [];
    this.#skipSpace();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#item(depth));
      this.#skipSpace();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== close) throw this.#fault('a-comma-or-a-bracket', { bracket: close });
      this.#at++;
      if (next === close) return items;
    }
  }
}

/** True for `KEYWORD[…]`. */
export function isNode(item: WktItem | undefined): item is WktNode {
  return typeof item === 'object' && 'keyword' in item;
}

/**
 * Parses well-known text of any version into trees: one, or several parted by commas as ESRI writes a
 * horizontal and a vertical system. Keywords in capitals, doubled quotes undone, both kinds of brackets taken,
 * anything after the last root ignored. Linear in the text. Throws `crs.wkt-syntax`.
 */
export function parseWkt(text: string): WktNode[] {
  if (text.length > MAX_LENGTH) {
    throw new AppError('crs.wkt-syntax', { position: MAX_LENGTH, expected: 'the-end', found: 'more-text' });
  }
  return new Reader(text).roots();
}

/** The first child with one of the keywords. */
export function child(node: WktNode | undefined, ...keywords: string[]): WktNode | undefined {
  return node?.items.find((item): item is WktNode => isNode(item) && keywords.includes(item.keyword));
}

/** All children with one of the keywords. */
export function children(node: WktNode, ...keywords: string[]): WktNode[] {
  return node.items.filter((item): item is WktNode => isNode(item) && keywords.includes(item.keyword));
}

/** The text at a place of a node, or null. */
export function textAt(node: WktNode | undefined, index: number): string | null {
  const item = node?.items[index];
  return typeof item === 'string' ? item : null;
}

/** The number at a place of a node (quoted numbers too), or null. */
export function numberAt(node: WktNode | undefined, index: number): number | null {
  const item = node?.items[index];
  if (typeof item === 'number') return item;
  if (typeof item !== 'string' || item.trim() === '') return null;
  const value = Number(item);
  return Number.isFinite(value) ? value : null;
}
