import { setTimeout as wait } from 'node:timers/promises';
import type { Listener } from '../db/listener.ts';

/** Signals a worker that the queue may have a task. */
export interface TaskSignal {
  /**
   * Resolves at once where a task was queued since the last call, else when one is, after `ms`, or when `signal`
   * aborts.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Listens for queued tasks (trigger `task_queued`). Missed notifications do no harm: workers also poll, for tasks
 * that waited for memory or a delay.
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
