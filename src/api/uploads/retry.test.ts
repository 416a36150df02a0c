import { expect, test } from 'vitest';
import { retrying } from './retry.ts';

function failing(times: number) {
  let calls = 0;
  const work = async () => {
    calls++;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return calls;
  };
  return { work, calls: () => calls };
}

test('waits double up to the cap', async () => {
  const waits: number[] = [];
  const rules = {
    attempts: 6,
    delayMs: 1000,
    maxDelayMs: 3000,
    wait: async (ms: number) => void waits.push(ms),
  };
  expect(await retrying(rules, failing(4).work)).toBe(5);
  expect(waits).toEqual([1000, 2000, 3000, 3000]);
});

test('gives up with the last error, at once when it is final', async () => {
  const rules = { attempts: 3, delayMs: 1, maxDelayMs: 1, wait: async () => undefined };
  await expect(retrying(rules, failing(9).work)).rejects.toThrow('failure 3');
  const final = failing(9);
  await expect(retrying({ ...rules, isWorthRetrying: () => false }, final.work)).rejects.toThrow('failure 1');
  expect(final.calls()).toBe(1);
});

test('an abort while waiting ends it with its reason', async () => {
  const controller = new AbortController();
  const rules = { attempts: 3, delayMs: 60_000, maxDelayMs: 60_000, signal: controller.signal };
  const run = retrying(rules, failing(9).work);
  controller.abort(new DOMException('stop', 'AbortError'));
  await expect(run).rejects.toThrow();
});
