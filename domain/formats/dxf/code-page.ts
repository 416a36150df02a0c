/** Characters of Windows-1252 at bytes 0x80 to 0x9f; spaces where the page has none. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const upperBytes = new Map(
  [...upper].flatMap((letter, i): [number, number][] =>
    letter === ' ' ? [] : [[letter.codePointAt(0)!, 0x80 + i]],
  ),
);

/** The byte of a character in Windows-1252, undefined where the page lacks it. */
export function codePageByte(code: number): number | undefined {
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  return upperBytes.get(code);
}

/** Text that `drawingText` made, as bytes of Windows-1252. */
export function encodeCodePage(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = codePageByte(text.charCodeAt(i)) ?? 0x3f;
  return bytes;
}
