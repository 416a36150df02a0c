/** Milliseconds between two writes of progress. */
const everyMs = 500;

export interface Throttled<T> {
  report(value: T): void;
  /** Waits for the write in progress. */
  settle(): Promise<void>;
}

/** Writes at most twice a second, always the newest value, never two at a time; failed writes are ignored. */
export function throttle<T>(write: (value: T) => Promise<void>): Throttled<T> {
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  return {
    report: (value) => {
      const now = performance.now();
      if (running || now - last < everyMs) return;
      last = now;
      running = write(value)
        .catch(() => {})
        .finally(() => {
          running = null;
        });
    },
    settle: async () => {
      await running;
    },
  };
}
