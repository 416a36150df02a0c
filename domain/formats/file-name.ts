/** What is wrong with the name of a file. */
export type FileNameFault = 'empty' | 'forbidden-characters' | 'reserved' | 'too-long';

/** Most that file systems allow, bytes of UTF-8, with room for an ending. */
const maxBytes = 240;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\\/:*?"<>|\u0000-\u001f\u007f]/g;
const reserved = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.|$)/i;

/** What keeps a name, given without its ending, from being that of a file on every system; null for none. */
export function fileNameFault(name: string): FileNameFault | null {
  const plain = name.trim();
  if (plain.replace(/\./g, '') === '') return 'empty';
  if (plain.search(forbidden) >= 0) return 'forbidden-characters';
  if (reserved.test(plain)) return 'reserved';
  return new TextEncoder().encode(plain).length > maxBytes ? 'too-long' : null;
}

/** A name for a file as near to a title as can be. */
export function fileNameOf(title: string, otherwise: string): string {
  const plain = title.replace(forbidden, '_').trim();
  if (fileNameFault(plain) === null) return plain;
  return reserved.test(plain) ? `_${plain}` : otherwise;
}
