export interface RetryRules {
  /** Total number of attempts. */
  readonly attempts: number;
  /** Wait before the second attempt, ms; doubles after each. */
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly signal?: AbortSignal;
  /** False: the failure is final. Default: every failure may be retried. */
  isWorthRetrying?(error: unknown): boolean;
  /** Waits; replaced in tests. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted before. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Runs `work` until it succeeds, is aborted, fails permanently or has used up its attempts; then rejects with the last
 * error.
 */
export async function retrying<T>(rules: RetryRules, work: () => Promise<T>): Promise<T> {
  const wait = rules.wait ?? waitFor;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isFinal = rules.isWorthRetrying?.(error) === false;
      if (rules.signal?.aborted || isFinal || attempt >= rules.attempts) throw error;
      await wait(Math.min(rules.delayMs * 2 ** (attempt - 1), rules.maxDelayMs), rules.signal);
    }
  }
}
