import { expect, it } from 'vitest';
import type { Hear, Listener } from '../db/listener.ts';
import { createTaskSignal } from './task-signal.ts';

const never = new AbortController().signal;
const hour = 3_600_000;

function createFakeListener() {
  const heard = new Set<Hear>();
  const listener: Listener = {
    on: (_, hear) => {
      heard.add(hear);
      return () => heard.delete(hear);
    },
    close: async () => {},
  };
  const notify = () => {
    for (const hear of heard) hear('7');
  };
  return { listener, notify, heard };
}

it('a worker that waits is woken when a task is queued', async () => {
  const { listener, notify } = createFakeListener();
  const waiting = createTaskSignal(listener).wait(hour, never);
  notify();
  await waiting;
});

it('what was queued while the worker looked is not slept over, and wakes it once', async () => {
  const { listener, notify } = createFakeListener();
  const signal = createTaskSignal(listener);
  notify();
  notify();
  await signal.wait(hour, never);
  const stopping = new AbortController();
  const waiting = signal.wait(hour, stopping.signal).then(() => 'stopped');
  await expect(Promise.race([waiting, Promise.resolve('waits')])).resolves.toBe('waits');
  stopping.abort();
  await waiting;
});

it('waiting ends by itself, and hearing with the signal', async () => {
  const { listener, heard } = createFakeListener();
  const signal = createTaskSignal(listener);
  await signal.wait(1, never);
  signal.close();
  expect(heard.size).toBe(0);
});
