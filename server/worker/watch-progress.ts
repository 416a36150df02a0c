import type { TaskPool } from '#workers/contract/pool.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A pool that reports whenever one of its calls reports or ends. */
export function watchPool(pool: TaskPool, tick: () => void): TaskPool {
  return {
    ...pool,
    run: async (name, input, options = {}) => {
      const { onProgress } = options;
      const watched = onProgress && {
        onProgress: (progress: Parameters<typeof onProgress>[0]) => {
          tick();
          onProgress(progress);
        },
      };
      try {
        return await pool.run(name, input, { ...options, ...watched });
      } finally {
        tick();
      }
    },
  };
}

/** A store that reports every `everyMs` while it transfers files: large ones take hours over a network. */
export function watchStore(store: ObjectStore, tick: () => void, everyMs = 1000): ObjectStore {
  const during = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setInterval(tick, everyMs);
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  };
  return {
    ...store,
    localPath: (key) => during(store.localPath(key)),
    putFile: (...file) => during(store.putFile(...file)),
  };
}
