import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { recordOf } from '../state/error-record.ts';
import { addNotice } from './notices.ts';
import { applyPatch, type Store, type StorePatch } from './store.ts';

/** Long work beside the queue. */
export interface JobPlan {
  /** Work under the same id is aborted when this starts. */
  readonly id: string;
  readonly labelKey: string;
  /** Resolves with its changes to the store; null for none. */
  work(signal: AbortSignal, report: (fraction: number) => void): Promise<StorePatch | null>;
  /** Changes to the store on failure; without it a failure becomes a notice. */
  failed?(error: ErrorRecord): StorePatch | null;
}

/** Runs long work and writes its result to the store. Aborted work ends silently. */
export interface Jobs {
  start(plan: JobPlan): void;
  cancel(id: string): void;
  /** Aborts all work. */
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
    start({ id, labelKey, work, failed }) {
      jobs.cancel(id);
      const controller = new AbortController();
      const { signal } = controller;
      running.set(id, controller);
      store.setStatus({ jobs: [...show(), { id, labelKey, fraction: null }] });
      const report = (fraction: number) => {
        if (running.get(id) !== controller) return;
        store.setStatus({ jobs: show().map((job) => (job.id === id ? { ...job, fraction } : job)) });
      };
      const run = work(signal, report)
        .then((found) => {
          if (found !== null && !signal.aborted) applyPatch(store, found);
        })
        .catch((error: unknown) => {
          if (signal.aborted) return;
          const record = recordOf(error, id);
          if (failed === undefined) addNotice(store, record);
          else applyPatch(store, failed(record) ?? {});
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
