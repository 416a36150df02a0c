import { AppError } from '#domain/errors/app-error.ts';
import type { FromUploadWorker, ToUploadWorker, UploadRunner } from './runner.ts';

/**
 * Runs uploads in a worker, started with the first one: timers of a hidden page are throttled, those of a worker are
 * not. A crashed worker fails its uploads with `client.upload-stopped`; the next gets a new one.
 */
export function createWorkerRunner(spawn: () => Worker): UploadRunner {
  let worker: Worker | null = null;
  let nextId = 1;

  return (job, { signal, onReport }) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      worker ??= spawn();
      const host = worker;
      const say = (message: ToUploadWorker) => host.postMessage(message);
      const end = () => {
        host.removeEventListener('message', hear);
        host.removeEventListener('error', crash);
        signal.removeEventListener('abort', abort);
      };
      const hear = ({ data }: MessageEvent<FromUploadWorker>) => {
        if (data.id !== id) return;
        if (data.type === 'report') return onReport(data.report);
        end();
        if (data.type === 'done') resolve();
        else reject(data.error ? new AppError(data.error.code, data.error.params) : stopped());
      };
      const crash = () => {
        end();
        host.terminate();
        if (worker === host) worker = null;
        reject(stopped());
      };
      const abort = () => {
        end();
        say({ type: 'abort', id });
        reject(signal.reason);
      };
      host.addEventListener('message', hear);
      host.addEventListener('error', crash);
      signal.addEventListener('abort', abort, { once: true });
      say({ type: 'run', id, job });
    });
}

const stopped = () => new AppError('client.upload-stopped');
