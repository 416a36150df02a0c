import { PassThrough, Transform } from 'node:stream';
import { AppError } from '#domain/errors/app-error.ts';
import { folderSize } from './folder-size.ts';

/** Tracks the size of the store: stored and incoming bytes together. */
export interface Quota {
  /** Reserves `size` more bytes. Throws `store.quota` when they do not fit. */
  check(key: string, size: number): Promise<void>;
  /** A pass-through that reserves its bytes and fails with `store.quota` as soon as they exceed the quota. */
  meter(key: string): Promise<Transform>;
}

/** Milliseconds for which a measured size is valid. */
const measureEvery = 30_000;
/** Milliseconds after which it is measured again before a refusal: files may have been removed. */
const refuseAfter = 1000;

/** Limits the bytes under some folders together; null for no limit. */
export function createQuota(folders: readonly string[], limit: number | null): Quota {
  let used = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<void> | null = null;
  const measure = async (): Promise<void> => {
    const sizes = await Promise.all(folders.map(folderSize));
    used = sizes.reduce((sum, size) => sum + size, 0);
    measuredAt = Date.now();
  };
  /** Measures again where the last time is longer ago than `age` ms; concurrent calls wait for it. */
  const refresh = async (age: number): Promise<void> => {
    if (Date.now() - measuredAt <= age) return;
    measuring ??= measure().finally(() => {
      measuring = null;
    });
    await measuring;
  };
  const refusal = (key: string, size: number) =>
    new AppError('store.quota', { key, size, limit: limit ?? 0 });
  return {
    check: async (key, size) => {
      if (limit === null) return;
      await refresh(measureEvery);
      if (used + size > limit) await refresh(refuseAfter);
      if (used + size > limit) throw refusal(key, size);
      used += size;
    },
    meter: async (key) => {
      if (limit === null) return new PassThrough();
      await refresh(measureEvery);
      if (used >= limit) await refresh(refuseAfter);
      let passed = 0;
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          passed += chunk.length;
          used += chunk.length;
          if (used > limit) done(refusal(key, passed));
          else done(null, chunk);
        },
        destroy(error, done) {
          // A failed transfer is subtracted again.
          if (error !== null) used -= passed;
          done(error);
        },
      });
    },
  };
}
