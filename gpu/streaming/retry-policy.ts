/** Failures of a piece before it counts as a gap. */
const quickTries = 3;
/** Delays after the first, the second, … failure; gaps are retried after the last delay. */
const delaysMs = [1000, 4000, 30_000] as const;

interface Failure {
  readonly tries: number;
  readonly dueMs: number;
}

/** Records which pieces failed to load, how often, and when each may be retried. Times in ms, of one clock. */
export class RetryPolicy {
  readonly #failures = new Map<string, Failure>();

  /** Pieces that failed three or more times: their data is missing in the image. */
  get gaps(): readonly string[] {
    return [...this.#failures].flatMap(([key, { tries }]) => (tries >= quickTries ? [key] : []));
  }

  isGap(key: string): boolean {
    return (this.#failures.get(key)?.tries ?? 0) >= quickTries;
  }

  /** Records a failure; returns the delay before the next try, and whether the piece has just become a gap. */
  fail(key: string, nowMs: number): { readonly delayMs: number; readonly isNewGap: boolean } {
    const tries = (this.#failures.get(key)?.tries ?? 0) + 1;
    const delayMs = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
    this.#failures.set(key, { tries, dueMs: nowMs + delayMs });
    return { delayMs, isNewGap: tries === quickTries };
  }

  /** Removes a piece that was loaded after all; true where it was a gap. */
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
