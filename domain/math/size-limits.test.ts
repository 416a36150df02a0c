import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sizeLimits } from './size-limits.ts';

test.each(Object.entries(sizeLimits))('%s names a test file that there is', (_, limit) => {
  expect(limit.value).toBeGreaterThan(0);
  expect(limit.beyond).not.toBe('');
  expect(existsSync(limit.test)).toBe(true);
  expect(readFileSync(limit.test, 'utf8')).toMatch(/\b(it|test)\b/);
});
