/** Gives each name once: one that is taken gets a number behind it. Time grows with the names, however many are the same. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number that the next of a name may get. */
  readonly #next = new Map<string, number>();
  readonly #separator: string;

  constructor(separator: string) {
    this.#separator = separator;
  }

  take(name: string): string {
    let number = this.#next.get(name) ?? 2;
    let free = name;
    while (this.#taken.has(free)) free = `${name}${this.#separator}${number++}`;
    this.#next.set(name, number);
    this.#taken.add(free);
    return free;
  }
}
