import { expect, it, vi } from 'vitest';
import { watchParent } from './worker-process.ts';

it.each([
  ['at once where it went before anybody listened', false, 1],
  ['not before it goes', true, 0],
])('the parent’s end is heard %s', (_, isConnected, calls) => {
  const held = process.connected;
  const heard = vi.fn();
  process.connected = isConnected;
  try {
    watchParent(heard);
  } finally {
    process.connected = held;
    process.removeListener('disconnect', heard);
  }
  expect(heard).toHaveBeenCalledTimes(calls);
});
