/** Creates a value on first use: most images need few of the pipelines. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Creates a value for a key on first use. Keys are compared by their JSON. */
export function lazyBy<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<string, T>();
  return (key) => {
    const name = JSON.stringify(key);
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(name, value);
    return value;
  };
}
