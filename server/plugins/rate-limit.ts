import { AppError } from '#domain/errors/app-error.ts';

/** Counts attempts by key and refuses when there are too many. */
export interface RateLimit {
  /** Counts one attempt, or several at once. Throws `api.too-many-requests`. */
  count(key: string, attempts?: number): void;
  /** Forgets a key, after a success. */
  clear(key: string): void;
}

/** At most `limit` attempts a key in `windowMs`; `now` in milliseconds. Old keys are dropped as new ones come. */
export function createRateLimit(limit: number, windowMs: number, now: () => number = Date.now): RateLimit {
  const windows = new Map<string, { start: number; count: number }>();
  const dropOld = (time: number) => {
    for (const [key, entry] of windows) if (time - entry.start >= windowMs) windows.delete(key);
  };
  return {
    count: (key, attempts = 1) => {
      const time = now();
      if (windows.size > 10_000) dropOld(time);
      const known = windows.get(key);
      if (!known || time - known.start >= windowMs) {
        windows.set(key, { start: time, count: attempts });
        if (attempts <= limit) return;
        throw new AppError('api.too-many-requests', { seconds: Math.ceil(windowMs / 1000) });
      }
      known.count += attempts;
      if (known.count <= limit) return;
      const seconds = Math.ceil((known.start + windowMs - time) / 1000);
      throw new AppError('api.too-many-requests', { seconds });
    },
    clear: (key) => windows.delete(key),
  };
}
