/** What a JSON text may hold at most. */
export interface JsonBounds {
  /** Levels of lists and objects in each other. */
  readonly depth: number;
  /** All values: objects, lists and their elements. */
  readonly values: number;
  /** Objects and lists together: each takes some fifty times the time and memory that a number of the same bytes takes. */
  readonly containers: number;
}

/**
 * Whether a JSON text stays within bounds, checked before parsing: objects can take a hundred times the bytes of
 * their text, and recursion over nested values is limited. Invalid JSON is not reported.
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
