import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairShare, type ShareRules } from './fair-share.ts';

const rules: ShareRules = { atOnce: 2, waiting: 3, burst: 100, gain: 0.1, least: 2, owed: 50 };

let time = 0;
let isBusy = true;
beforeEach(() => {
  time = 0;
  isBusy = true;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const make = () =>
  createFairShare(
    rules,
    () => isBusy,
    () => time,
  );

/** Lets waiting calls continue, some milliseconds later. */
async function pass(ms: number): Promise<void> {
  time += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

it('works on a few calls of a caller at once, and on those of others beside them', async () => {
  const share = make();
  const first = await share.enter('a');
  await share.enter('a');
  let hasBegun = false;
  const third = share.enter('a').then((end) => {
    hasBegun = true;
    return end;
  });
  await share.enter('b');
  await pass(10);
  expect(hasBegun).toBe(false);
  first();
  (await third)();
  expect(hasBegun).toBe(true);
});

it('refuses more waiting calls of a caller than may wait, and those of nobody else', async () => {
  const share = make();
  for (let call = 0; call < 5; call++) void share.enter('a');
  await expect(share.enter('a')).rejects.toMatchObject({ code: 'api.too-many-requests' });
  await expect(share.enter('b')).resolves.toBeTypeOf('function');
});

it('lets who used up a share wait until it has grown again, and nobody else', async () => {
  const share = make();
  const end = await share.enter('a');
  time += 130;
  end();
  let begun = 0;
  const next = share.enter('a').then((endNext) => {
    begun++;
    return endNext;
  });
  await pass(150);
  expect(begun).toBe(0);
  await share.enter('b');
  await pass(200);
  expect(begun).toBe(1);
  (await next)();
});

it('counts a short call as the least, and one with a cost as that', async () => {
  const share = make();
  for (let call = 0; call < 49; call++) (await share.enter('a'))();
  (await share.enter('a'))(1000);
  let begun = 0;
  void share.enter('a').then(() => begun++);
  // As much as may be owed, and no more: 50 ms of work are gained in half a second.
  await pass(450);
  expect(begun).toBe(0);
  await pass(100);
  expect(begun).toBe(1);
});

it('lets nobody wait while the server is not busy', async () => {
  const share = make();
  (await share.enter('a'))(1000);
  let begun = 0;
  void share.enter('a').then(() => begun++);
  await pass(50);
  expect(begun).toBe(0);
  isBusy = false;
  await pass(50);
  expect(begun).toBe(1);
});
