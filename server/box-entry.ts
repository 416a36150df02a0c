import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { type GuardData, keepGuard } from './box/guard.ts';
import { type BoxHooks, serveBox } from './box/serve-box.ts';
import { installation } from './runtime/paths.ts';

export { serveBox };

/** The program of the processes that read foreign files, and of the thread that watches over each. */
if (!isMainThread) keepGuard(workerData as GuardData);
else if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const works = {
    task: async (order: unknown, hooks: BoxHooks) =>
      (await import('./jobs/task-in-box.ts')).workOnOrder(order, hooks),
  };
  serveBox(works, JSON.parse(process.argv[2] ?? ''), installation.boxEntry);
}
