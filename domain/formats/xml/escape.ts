/** Characters that XML 1.0 has no form for; halves of letters beyond the first plane among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Text between tags or quotes of XML, of which readers give back every blank and line break; characters that XML cannot
 * hold become U+FFFD.
 */
export function escapeXml(text: string): string {
  return text
    .replace(unwritable, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Whether `escapeXml` keeps a text. */
export function isWritable(text: string): boolean {
  return text.search(unwritable) < 0;
}
