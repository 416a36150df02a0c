import { AppError } from '#domain/errors/app-error.ts';

/**
 * Exponential back-off after repeated failures. Ours, since packages of rate limits block a key for one fixed time; a
 * wait that doubles from one second stops guessing without locking people out.
 */
export interface BackOff {
  /** Throws `api.too-many-requests` while a key has to wait. */
  check(key: string): void;
  fail(key: string): void;
  /** Resets a key, after a success. */
  clear(key: string): void;
}

export interface BackOffTimes {
  /** Failures without a wait. */
  readonly free: number;
  /** Wait after the first counted failure; each further one doubles it, up to `most`. Milliseconds. */
  readonly first: number;
  readonly most: number;
}

/** Maximum number of keys; the oldest are dropped first. */
const remembered = 10_000;

/** `now` in milliseconds. A key without failures for twice the longest wait is reset. */
export function createBackOff(times: BackOffTimes, now: () => number = Date.now): BackOff {
  const failures = new Map<string, { count: number; until: number; at: number }>();
  const find = (key: string) => {
    const found = failures.get(key);
    return found && now() - found.at <= 2 * times.most ? found : undefined;
  };
  return {
    check: (key) => {
      const wait = (find(key)?.until ?? 0) - now();
      if (wait > 0) throw new AppError('api.too-many-requests', { seconds: Math.ceil(wait / 1000) });
    },
    fail: (key) => {
      const count = (find(key)?.count ?? 0) + 1;
      const costly = count - times.free;
      const wait = costly > 0 ? Math.min(times.most, times.first * 2 ** (costly - 1)) : 0;
      failures.delete(key);
      failures.set(key, { count, until: now() + wait, at: now() });
      const [oldest] = failures.keys();
      if (failures.size > remembered && oldest !== undefined) failures.delete(oldest);
    },
    clear: (key) => {
      failures.delete(key);
    },
  };
}
