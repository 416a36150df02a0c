/** A text without the characters of `unwanted` at its end. A regular expression would take the square of its length. */
export function withoutEnd(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
