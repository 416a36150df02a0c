import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const refusedFor = (seconds: number) =>
  expect.objectContaining({ code: 'api.too-many-requests', params: { seconds } });

it('lets a number of attempts through in a window, for each key apart', async () => {
  const limit = createRateLimit(2, 1000);
  await limit.count('a');
  await limit.count('a');
  vi.advanceTimersByTime(400);
  await expect(limit.count('a')).rejects.toEqual(refusedFor(1));
  await expect(limit.count('b')).resolves.toBeUndefined();
  vi.advanceTimersByTime(1000);
  await expect(limit.count('a')).resolves.toBeUndefined();
});

it('counts several attempts at once, and says how long a window still lasts', async () => {
  const limit = createRateLimit(5, 60_000);
  await limit.count('a', 5);
  vi.advanceTimersByTime(10_000);
  await expect(limit.count('a')).rejects.toEqual(refusedFor(50));
  await expect(limit.count('b', 6)).rejects.toEqual(refusedFor(60));
});
