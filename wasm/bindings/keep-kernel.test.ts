import { expect, test } from 'vitest';
import { keepKernel } from './keep-kernel.ts';

/** An empty module. */
const createModule = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

test('hands out one instance a module until it holds too much', () => {
  let held = 0;
  let made = 0;
  const kept = keepKernel(() => ({ number: made++, heldBytes: () => held }), 100);
  const [one, other] = [createModule(), createModule()];
  expect([kept(one), kept(one), kept(other), kept(one)].map(({ number }) => number)).toEqual([0, 0, 1, 0]);
  held = 100;
  expect(kept(one).number).toBe(0);
  held = 101;
  expect(kept(one).number).toBe(2);
});
