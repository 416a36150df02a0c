/** Times a piece is tried in quick succession before it counts as a gap. */
const quickTries = 3;
/** Delays after the first, the second, … failure; gaps are tried again after the last. */
const delaysMs = [1000, 4000, 30_000] as const;

interface Failure {
  readonly tries: number;
  readonly dueMs: number;
}

/** Remembers which pieces failed to load, how often, and when each may be tried again. Times in ms, of one clock. */
export class RetryPolicy {
  readonly #failures = new Map<string, Failure>();

  /** Pieces that failed three times and more: what they hold is missing in the image. */
  get gaps(): readonly string[] {
    return [...this.#failures].flatMap(([key, { tries }]) => (tries >= quickTries ? [key] : []));
  }

  isGap(key: string): boolean {
    return (this.#failures.get(key)?.tries ?? 0) >= quickTries;
  }

  /** Notes a failure; returns after how long the piece may be tried again, and whether it became a gap just now. */
  fail(key: string, nowMs: number): { readonly delayMs: number; readonly isNewGap: boolean } {
    const tries = (this.#failures.get(key)?.tries ?? 0) + 1;
    const delayMs = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
    this.#failures.set(key, { tries, dueMs: nowMs + delayMs });
    return { delayMs, isNewGap: tries === quickTries };
  }

  /** Forgets a piece that was loaded after all; true where it was a gap. */
  succeed(key: string): boolean {
    const wasGap = this.isGap(key);
    this.#failures.delete(key);
    return wasGap;
  }

  mayTry(key: string, nowMs: number): boolean {
    const failure = this.#failures.get(key);
    return failure === undefined || nowMs >= failure.dueMs;
  }
}
