import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

it('lets a number of attempts through in a window, for each key apart', () => {
  let now = 0;
  const limit = createRateLimit(2, 1000, () => now);
  limit.count('a');
  limit.count('a');
  now = 400;
  expect(() => limit.count('a')).toThrowError(
    expect.objectContaining({ code: 'api.too-many-requests', params: { seconds: 1 } }),
  );
  expect(() => limit.count('b')).not.toThrow();
  limit.clear('a');
  expect(() => limit.count('a')).not.toThrow();
  now = 1400;
  expect(() => limit.count('b')).not.toThrow();
});
