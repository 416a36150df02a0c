/** Runs work one after the other, in the order it came. */
export interface CommandQueue {
  /**
   * Takes its place in line. With nothing before it the work starts at once, so that synchronous edits are done when
   * this returns. A failure is the caller's and does not stop the line.
   */
  enqueue<T>(work: () => T | Promise<T>): Promise<T>;
  /** Resolves when everything that is in line now has ended. */
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
