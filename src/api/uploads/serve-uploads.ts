import { uploadRules } from '#contract/limits.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { FromUploadWorker, ToUploadWorker } from './runner.ts';
import { sendParts, type UploadReport, type UploadServices } from './send-parts.ts';

/** The worker scope that uploads run in. */
export interface UploadScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ToUploadWorker>) => void): void;
  postMessage(message: FromUploadWorker): void;
}

/** Reports of one job are sent at most this often, ms. */
const reportEvery = 100;

/**
 * Runs the uploads that the page requests. The last report is repeated every 2 s, so that the page sees a stalled
 * upload.
 */
export function serveUploads(scope: UploadScope, services: UploadServices): void {
  const running = new Map<number, AbortController>();

  const run = async ({ id, job }: Extract<ToUploadWorker, { type: 'run' }>) => {
    const controller = new AbortController();
    running.set(id, controller);
    let last: UploadReport = { sentBytes: 0, phase: 'sending', reason: null };
    let lastAt = Number.NEGATIVE_INFINITY;
    const sendReport = () => {
      lastAt = performance.now();
      scope.postMessage({ type: 'report', id, report: last });
    };
    const heartbeat = setInterval(sendReport, uploadRules.speedSample);
    try {
      await sendParts(services, job.pk, job.parts, {
        isResumed: job.isResumed,
        signal: controller.signal,
        onReport: (report) => {
          const isDue = report.phase !== last.phase || performance.now() - lastAt >= reportEvery;
          last = report;
          if (isDue) sendReport();
        },
      });
      sendReport();
      scope.postMessage({ type: 'done', id });
    } catch (error) {
      scope.postMessage({ type: 'failed', id, error: error instanceof AppError ? error.toRecord() : null });
    } finally {
      clearInterval(heartbeat);
      running.delete(id);
    }
  };

  scope.addEventListener('message', ({ data }) => {
    if (data.type === 'run') void run(data);
    else running.get(data.id)?.abort(new DOMException('Upload cancelled', 'AbortError'));
  });
}
