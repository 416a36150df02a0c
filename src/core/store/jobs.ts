import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { recordOf } from '../state/error-record.ts';
import { addNotice } from './notices.ts';
import type { Store } from './store.ts';

/** Long work beside the queue. */
export interface Jobs {
  /**
   * Starts work under an id; work under the same id is given up. Its failure becomes a notice, unless `onFailed`
   * takes it. Aborted work ends silently.
   */
  start(
    id: string,
    labelKey: string,
    work: (signal: AbortSignal, report: (fraction: number) => void) => Promise<void>,
    onFailed?: (error: ErrorRecord) => void,
  ): void;
  cancel(id: string): void;
  /** Gives up all work. */
  dispose(): void;
  /** Resolves when no work is left. */
  settle(): Promise<void>;
}

/** Jobs shown in the status of `store`. */
export function createJobs(store: Store): Jobs {
  const running = new Map<string, AbortController>();
  const pending = new Set<Promise<void>>();
  const show = () => store.views.status.jobs;

  function end(id: string, controller: AbortController): void {
    if (running.get(id) !== controller) return;
    running.delete(id);
    store.setStatus({ jobs: show().filter((job) => job.id !== id) });
  }

  const jobs: Jobs = {
    start(id, labelKey, work, onFailed) {
      jobs.cancel(id);
      const controller = new AbortController();
      running.set(id, controller);
      store.setStatus({ jobs: [...show(), { id, labelKey, fraction: null }] });
      const report = (fraction: number) => {
        if (running.get(id) !== controller) return;
        store.setStatus({ jobs: show().map((job) => (job.id === id ? { ...job, fraction } : job)) });
      };
      const run = work(controller.signal, report)
        .catch((error: unknown) => {
          if (controller.signal.aborted) return;
          const record = recordOf(error, id);
          if (onFailed) onFailed(record);
          else addNotice(store, record);
        })
        .finally(() => {
          end(id, controller);
          pending.delete(run);
        });
      pending.add(run);
    },
    cancel(id) {
      const controller = running.get(id);
      if (!controller) return;
      controller.abort();
      end(id, controller);
    },
    dispose() {
      for (const id of [...running.keys()]) jobs.cancel(id);
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
  return jobs;
}
