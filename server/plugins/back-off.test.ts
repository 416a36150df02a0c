import { expect, it } from 'vitest';
import { createBackOff } from './back-off.ts';

it('makes a key that fails wait, longer each time up to a limit, and no other key', () => {
  let now = 0;
  const backOff = createBackOff({ free: 2, first: 1000, most: 3000 }, () => now);
  const waitOf = (key: string) => {
    try {
      backOff.check(key);
      return 0;
    } catch (error) {
      return (error as { params: { seconds: number } }).params.seconds;
    }
  };
  const waits = [1, 2, 3, 4, 5, 6].map(() => {
    backOff.fail('a');
    return waitOf('a');
  });
  expect(waits).toEqual([0, 0, 1, 2, 3, 3]);
  expect(waitOf('b')).toBe(0);
  now = 3000;
  expect(waitOf('a')).toBe(0);
  backOff.clear('a');
  backOff.fail('a');
  expect(waitOf('a')).toBe(0);
  for (let count = 0; count < 5; count++) backOff.fail('c');
  now = 60_000;
  backOff.fail('c');
  expect(waitOf('c')).toBe(0);
});
