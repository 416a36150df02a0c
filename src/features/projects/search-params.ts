/** Reads the list's query: unknown or empty values are left out. */
export function readListSearch(search: Record<string, unknown>): { search?: string } {
  const { search: text } = search;
  if (typeof text === 'number') return { search: String(text) };
  return typeof text === 'string' && text !== '' ? { search: text } : {};
}
