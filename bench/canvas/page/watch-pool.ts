import type { TaskPool } from '#workers/contract/pool.ts';
import type { TaskInput } from '#workers/contract/task-map.ts';
import type { Decoding } from './side.ts';

/** A pool that keeps an account of its work. */
export interface WatchedPool {
  readonly pool: TaskPool;
  /** Points decoded so far, and the time that workers were at work for it. */
  decoding(): Decoding;
}

/** Passes tasks on; as many workers are at work as there are tasks, up to the pool's size. */
export function watchPool(inner: TaskPool): WatchedPool {
  let points = 0;
  let busyMs = 0;
  let running = 0;
  let last = performance.now();
  const account = (change: number) => {
    const now = performance.now();
    busyMs += Math.min(running, inner.size) * (now - last);
    last = now;
    running += change;
  };
  return {
    pool: {
      size: inner.size,
      async run(name, input, options) {
        account(1);
        try {
          const output = await inner.run(name, input, options);
          if (name === 'view.packChunk') {
            points += (input as TaskInput<'view.packChunk'>).chunk.pointCount;
          }
          return output;
        } finally {
          account(-1);
        }
      },
      prepare: (name) => inner.prepare(name),
      dispose: () => inner.dispose(),
    },
    decoding() {
      account(0);
      return { points, workers: inner.size, busySeconds: busyMs / 1000 };
    },
  };
}
