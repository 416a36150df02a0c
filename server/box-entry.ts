import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { type GuardData, keepGuard } from './box/guard.ts';
import { type BoxHooks, serveBox } from './box/serve-box.ts';
import { installation } from './runtime/paths.ts';
import type { ThumbnailRequest } from './services/inputs/thumbnails.ts';

export { serveBox };

/** The program of the processes that read foreign files, and of the guard thread of each. */
if (!isMainThread) keepGuard(workerData as GuardData);
else if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  const works = {
    task: async (request: unknown, hooks: BoxHooks) =>
      (await import('./worker/task-in-box.ts')).workOnRequest(request, hooks),
    shrink: async (request: unknown) => {
      const { path, side, name } = request as ThumbnailRequest;
      return (await import('./pipeline/photo/steps/decode.ts')).shrinkToJpeg(path, side, name);
    },
  };
  serveBox(works, JSON.parse(process.argv[2] ?? ''), installation.boxEntry);
}
