import { encodingOfCodePage } from '../../table-text/code-pages.ts';
import { dosPage, type TextDecoding } from '../../table-text/dos-pages.ts';

/**
 * Code pages of the language byte of a dBASE file, by its value. Source: the list of language drivers of dBASE and of
 * Visual FoxPro. 0x57 ("the machine's own page") is left out: it says nothing.
 */
const languagePages = new Map<number, string>([
  ...pages('437', 0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b),
  ...pages('850', 0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37),
  ...pages('1252', 0x03, 0x58, 0x59),
  ...pages('852', 0x1f, 0x22, 0x23, 0x40, 0x64, 0x87),
  ...pages('865', 0x08, 0x17, 0x66),
  ...pages('863', 0x1c, 0x6c),
  ...pages('860', 0x24),
  ...pages('861', 0x67),
  ...pages('866', 0x26, 0x65),
  ...pages('737', 0x6a, 0x86),
  ...pages('857', 0x6b, 0x88),
  ...pages('932', 0x13, 0x7b),
  ...pages('936', 0x4d, 0x7a),
  ...pages('949', 0x4e, 0x79),
  ...pages('950', 0x4f, 0x78),
  ...pages('874', 0x50, 0x7c),
  ...pages('1250', 0xc8),
  ...pages('1251', 0xc9),
  ...pages('1254', 0xca),
  ...pages('1253', 0xcb),
  ...pages('1257', 0xcc),
]);

function pages(page: string, ...bytes: readonly number[]): [number, string][] {
  return bytes.map((byte) => [byte, page]);
}

function decoderOfLabel(label: string): TextDecoding | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function decoderOfPage(page: string): TextDecoding | undefined {
  const label = encodingOfCodePage(page);
  return label === undefined ? dosPage(page) : decoderOfLabel(label);
}

/** The decoder that a `.cpg` names: a code page (`1252`, `ANSI 1252`, `CP932`), `UTF-8`, `8859-1`, `ISO 8859-15`, `Big5`. */
function decoderOfName(name: string): TextDecoding | undefined {
  const part = /8859[-_ ]?(\d{1,2})$/.exec(name)?.[1];
  if (part !== undefined) return decoderOfLabel(`iso-8859-${part}`);
  const digits = /(\d{3,5})$/.exec(name)?.[1];
  return (digits === undefined ? undefined : decoderOfPage(digits)) ?? decoderOfLabel(name);
}

/** How the letters of a dBASE file are coded. */
export class TextPage {
  readonly #stated: TextDecoding | undefined;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  readonly #fallback = new TextDecoder('windows-1252');
  /** Texts whose letters were taken for UTF-8 or Windows-1252 without the file saying so. */
  guessed = 0;
  /** The encoding that the `.cpg` names and that is not known; null where there is none such. */
  readonly unknown: string | null;

  /**
   * @param declared the text of the `.cpg`, which goes before the language byte; null without one
   * @param language byte 29 of the `.dbf`
   */
  constructor(declared: string | null, language: number) {
    const name = (declared ?? '').slice(0, 100).trim();
    const named = name === '' ? undefined : decoderOfName(name);
    this.unknown = name !== '' && named === undefined ? name : null;
    const page = languagePages.get(language);
    this.#stated = named ?? (page === undefined ? undefined : decoderOfPage(page));
  }

  decode(bytes: Uint8Array): string {
    if (this.#stated) return this.#stated.decode(bytes);
    if (!bytes.some((byte) => byte >= 0x80)) return this.#fallback.decode(bytes);
    this.guessed++;
    try {
      return this.#utf8.decode(bytes);
    } catch {
      return this.#fallback.decode(bytes);
    }
  }
}
