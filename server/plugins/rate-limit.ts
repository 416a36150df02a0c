import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#domain/errors/app-error.ts';

/** Counts attempts by key and refuses when there are too many. */
export interface RateLimit {
  /** Counts one attempt, or several at once. Rejects with `api.too-many-requests`. */
  count(key: string, attempts?: number): Promise<void>;
}

/** At most `limit` attempts per key in `windowMs` from its first one; in this process's memory. */
export function createRateLimit(limit: number, windowMs: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1000 });
  return {
    count: async (key, attempts = 1) => {
      await limiter.consume(key, attempts).catch((refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new AppError('api.too-many-requests', { seconds: Math.ceil(refused.msBeforeNext / 1000) });
      });
    },
  };
}
