/** What a JSON text may hold at most. */
export interface JsonBounds {
  /** Levels of lists and objects in each other. */
  readonly depth: number;
  /** Values together: objects, lists and what stands in them. */
  readonly values: number;
  /** Objects and lists together: each takes some fifty times the time and memory that a number of the same bytes takes. */
  readonly containers: number;
}

/**
 * Whether a JSON text stays within bounds, told before anything is made of it: a few bytes of text can become a hundred
 * times as many of objects, and what works through nested values has an end. Of a text that is no JSON nothing is said.
 */
export function isWithinBounds(text: string, bounds: JsonBounds): boolean {
  let depth = 0;
  let values = 1;
  let containers = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isInText) {
      if (letter === 0x5c) at++;
      else if (letter === 0x22) isInText = false;
    } else if (letter === 0x22) isInText = true;
    else if (letter === 0x5b || letter === 0x7b) {
      values++;
      if (++depth > bounds.depth || ++containers > bounds.containers) return false;
    } else if (letter === 0x5d || letter === 0x7d) depth--;
    else if (letter === 0x2c) values++;
    if (values > bounds.values) return false;
  }
  return true;
}
