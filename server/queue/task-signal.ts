import { setTimeout as wait } from 'node:timers/promises';
import type { Listener } from '../db/listener.ts';

/** Tells a worker that it may be worth looking into the queue. */
export interface TaskSignal {
  /** Resolves at once where a task was queued since the last time, else when one is, after `ms`, or as `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Hears of queued tasks (see the trigger `task_queued`). What is missed does no harm: workers also look by themselves,
 * for tasks that waited for memory or a delay.
 */
export function createTaskSignal(listener: Listener): TaskSignal {
  let isCalled = false;
  let wake = () => {};
  const stop = listener.on('task_queued', () => {
    isCalled = true;
    wake();
  });
  return {
    async wait(ms, signal) {
      if (!isCalled) {
        const woken = new AbortController();
        wake = () => woken.abort();
        await wait(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {});
        wake = () => {};
      }
      isCalled = false;
    },
    close: stop,
  };
}
