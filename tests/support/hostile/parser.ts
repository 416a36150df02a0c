import { decodeText } from '#domain/formats/table-text/decode-text.ts';

/** A parser of untrusted bytes, with valid inputs from which attacks are made. */
export interface HostileParser {
  readonly name: string;
  readonly inputs: readonly Uint8Array[];
  /** Parses as the product does, and reads the result. */
  parse(bytes: Uint8Array<ArrayBuffer>): unknown;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A parser of texts, decoded from bytes as those of files are. */
export function textParser(
  name: string,
  texts: readonly string[],
  parse: (text: string) => unknown,
): HostileParser {
  return { name, inputs: texts.map(utf8), parse: (bytes) => parse(decodeText(bytes).text) };
}

/** Invalid JSON is no attack: the platform rejects it. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
