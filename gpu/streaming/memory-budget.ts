/** A loaded piece that may be dropped. */
interface Resident {
  readonly bytes: number;
  readonly evict: () => void;
}

/**
 * Keeps loaded pieces under a byte budget, evicting the least recently used. Pieces used in the current frame are never
 * evicted, so that an image larger than the budget is still complete.
 */
export class MemoryBudget {
  /** Maximum number of bytes to keep. */
  readonly limit: number;
  /** In order of last use, oldest first. */
  readonly #residents = new Map<string, Resident>();
  readonly #used = new Set<string>();
  #bytes = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a piece; `evict` is called when it is evicted. */
  add(key: string, bytes: number, evict: () => void): void {
    this.remove(key);
    this.#residents.set(key, { bytes, evict });
    this.#bytes += bytes;
  }

  /** Marks a piece as used in this frame. */
  touch(key: string): void {
    const resident = this.#residents.get(key);
    if (!resident) return;
    this.#residents.delete(key);
    this.#residents.set(key, resident);
    this.#used.add(key);
  }

  /** Removes a piece without calling its `evict`. */
  remove(key: string): void {
    const resident = this.#residents.get(key);
    if (!resident) return;
    this.#bytes -= resident.bytes;
    this.#residents.delete(key);
    this.#used.delete(key);
  }

  /** Ends a frame: evicts the least recently used pieces over the budget. */
  trim(): void {
    for (const [key, resident] of this.#residents) {
      if (this.#bytes <= this.limit) break;
      if (this.#used.has(key)) continue;
      this.remove(key);
      resident.evict();
    }
    this.#used.clear();
  }
}
