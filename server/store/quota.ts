import { Transform } from 'node:stream';
import { AppError } from '#domain/errors/app-error.ts';
import { folderSize } from './folder-size.ts';

/** Watches how much the store holds. */
export interface Quota {
  /** Throws `store.quota` when `size` more bytes do not fit. */
  check(key: string, size: number): Promise<void>;
  /** A pass-through that fails with `store.quota` as soon as too much has gone through. */
  meter(key: string): Promise<Transform>;
}

/** Milliseconds for which a measured size is believed. */
const measureEvery = 30_000;

/** Limits the bytes under a folder; null lets everything pass. */
export function createQuota(folder: string, limit: number | null): Quota {
  let used = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  const room = async (): Promise<number> => {
    if (limit === null) return Number.POSITIVE_INFINITY;
    if (Date.now() - measuredAt > measureEvery) {
      used = await folderSize(folder);
      measuredAt = Date.now();
    }
    return limit - used;
  };
  const refusal = (key: string, size: number) =>
    new AppError('store.quota', { key, size, limit: limit ?? 0 });
  return {
    check: async (key, size) => {
      if (size > (await room())) throw refusal(key, size);
      used += size;
    },
    meter: async (key) => {
      const left = await room();
      let passed = 0;
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          passed += chunk.length;
          used += chunk.length;
          if (passed > left) done(refusal(key, passed));
          else done(null, chunk);
        },
      });
    },
  };
}
