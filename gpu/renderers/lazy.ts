/** Makes a value when it is first asked for: most pictures need few of the pipelines that there are. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
