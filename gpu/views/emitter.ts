/** Typed events: names of `E` to the value each carries. */
export class Emitter<E extends object> {
  readonly #listeners = new Map<keyof E, Set<(value: never) => void>>();

  /** Returns a disposer. */
  on<K extends keyof E>(event: K, listener: (value: E[K]) => void): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<K extends keyof E>(event: K, value: E[K]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      (listener as (value: E[K]) => void)(value);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
