/** Runs work one at a time, in the order of arrival. */
export interface CommandQueue {
  /**
   * Enqueues work. With an empty queue it starts at once, so that synchronous edits are done when this returns. A
   * failure rejects to the caller and does not stop the queue.
   */
  enqueue<T>(work: () => T | Promise<T>): Promise<T>;
  /** Resolves when everything queued now has ended. */
  settle(): Promise<void>;
}

export function createCommandQueue(): CommandQueue {
  const waiting: (() => Promise<void> | null)[] = [];
  let isRunning = false;

  function pump(): void {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const pending = next();
      if (pending === null) continue;
      void pending.then(() => {
        isRunning = false;
        pump();
      });
      return;
    }
    isRunning = false;
  }

  function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push(() => {
        try {
          const answer = work();
          if (!(answer instanceof Promise)) {
            resolve(answer);
            return null;
          }
          return answer.then(resolve, reject);
        } catch (error) {
          reject(error);
          return null;
        }
      });
      pump();
    });
  }

  return { enqueue, settle: () => enqueue(() => undefined) };
}
