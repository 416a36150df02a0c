import { encodingOfCodePage, multibytePages } from '../../table-text/code-pages.ts';
import type { Groups } from './record.ts';

const firstUnicodeVersion = 'AC1021';
const fallback = 'windows-1252';

/**
 * Texts of a drawing: bytes by its code page (files before 2007) or UTF-8 (since), then the escapes `\U+XXXX`,
 * `\M+nXXXX` and `^X` by which any file can hold any letter.
 */
export class DrawingStrings {
  #decoder: TextDecoder = new TextDecoder(fallback);
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Nothing says how letters are coded: UTF-8 where the bytes are, else Windows-1252. */
  #isGuessed = true;
  /** The file says that they are UTF-8. */
  #tellsUtf8 = false;
  /** Texts whose letters were taken for UTF-8 or Windows-1252 without the file saying so. */
  guessed = 0;
  /** The code page that the file names and that is not known; null where there is none such. */
  unknownPage: string | null = null;

  /** What the header says: `$ACADVER` and `$DWGCODEPAGE`, null where it is silent. */
  declare(version: string | null, codePage: string | null): void {
    const isUnicode = version !== null && /^AC\d{4}$/.test(version) && version >= firstUnicodeVersion;
    const label = isUnicode ? 'utf-8' : codePage === null ? undefined : encodingOfCodePage(codePage);
    if (label === undefined) this.unknownPage = codePage;
    // Programs that state UTF-8 by the version write code pages nevertheless: such texts are guessed.
    this.#isGuessed = label === undefined || label === 'utf-8';
    this.#decoder = new TextDecoder(label === undefined || label === 'utf-8' ? fallback : label);
    this.#tellsUtf8 = label === 'utf-8';
  }

  /** The text of a group; empty for an index below 0. */
  at(groups: Groups, index: number): string {
    if (index < 0) return '';
    const name = groups.nameAt(index);
    return withoutEscapes(name ?? this.#decode(groups.bytesAt(index)));
  }

  /** The text of the first group with a code; empty where there is none. */
  first(groups: Groups, code: number): string {
    return this.at(groups, groups.find(code));
  }

  /** A name: without blanks about it. */
  name(groups: Groups, code: number): string {
    return this.first(groups, code).trim();
  }

  /** Texts of all groups with these codes as one, joined before they are decoded: a letter may lie across two. */
  joined(groups: Groups, codes: readonly number[]): string {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let i = 0; i < groups.count; i++) {
      if (!codes.includes(groups.codeAt(i))) continue;
      const bytes = groups.bytesAt(i);
      parts.push(bytes);
      length += bytes.length;
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return withoutEscapes(this.#decode(all));
  }

  #decode(bytes: Uint8Array): string {
    if (!this.#isGuessed || !bytes.some((byte) => byte >= 0x80)) return this.#decoder.decode(bytes);
    try {
      const text = this.#utf8.decode(bytes);
      if (!this.#tellsUtf8) this.guessed++;
      return text;
    } catch {
      this.guessed++;
      return this.#decoder.decode(bytes);
    }
  }
}

/** Letters in place of `\U+XXXX`, `\M+nXXXX` and `^X`; carets before other letters stay. */
function withoutEscapes(text: string): string {
  if (!text.includes('^') && !text.includes('\\')) return text;
  return text
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\M\+([1-5])([0-9a-f]{4})/gi, (whole, page: string, digits: string) => {
      const label = encodingOfCodePage(multibytePages[Number(page)]!);
      const code = Number.parseInt(digits, 16);
      const bytes = code < 0x100 ? [code] : [code >> 8, code & 255];
      return label === undefined ? whole : new TextDecoder(label).decode(Uint8Array.from(bytes));
    })
    .replace(/\^([@-_ ])/g, (_, letter: string) =>
      letter === ' ' ? '^' : String.fromCharCode(letter.charCodeAt(0) - 64),
    );
}
