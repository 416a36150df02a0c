/** Items whose texts contain every word of a query; those whose first text begins with the query come first. */
export function matchingNames<T>(all: readonly T[], query: string, textsOf: (each: T) => string[]): T[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = all
    .map((each) => ({ each, texts: textsOf(each).map((text) => text.toLowerCase()) }))
    .filter(({ texts }) => words.every((word) => texts.some((text) => text.includes(word))));
  const isFirst = ({ texts }: { texts: string[] }) => texts[0]?.startsWith(wanted) ?? false;
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].map(({ each }) => each);
}
