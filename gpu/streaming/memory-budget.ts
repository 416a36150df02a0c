/** A loaded piece that may be dropped. */
interface Resident {
  readonly bytes: number;
  readonly evict: () => void;
}

/**
 * Keeps loaded pieces under a byte budget, dropping those used longest ago. Pieces used in the current frame are
 * never dropped, so that an image larger than the budget is still whole.
 */
export class MemoryBudget {
  /** Bytes to keep at most. */
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

  /** Takes a piece in; `evict` is called when it must go. */
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

  /** Forgets a piece without calling its `evict`. */
  remove(key: string): void {
    const resident = this.#residents.get(key);
    if (!resident) return;
    this.#bytes -= resident.bytes;
    this.#residents.delete(key);
    this.#used.delete(key);
  }

  /** Ends a frame: drops the longest unused pieces over the budget. */
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
