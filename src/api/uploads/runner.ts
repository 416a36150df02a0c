import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { UploadPart, UploadReport } from './send-parts.ts';

/** The files of a project to be sent. */
export interface UploadJob {
  readonly pk: number;
  readonly parts: readonly UploadPart[];
  /** Some of them may have arrived before. */
  readonly isResumed: boolean;
}

/** Runs an upload to its end. Rejects with `AppError`, or the signal's reason. */
export type UploadRunner = (
  job: UploadJob,
  options: { readonly signal: AbortSignal; onReport(report: UploadReport): void },
) => Promise<void>;

/** Messages of the page to the worker. */
export type ToUploadWorker =
  | { readonly type: 'run'; readonly id: number; readonly job: UploadJob }
  | { readonly type: 'abort'; readonly id: number };

/** Messages of the worker on the job `id`. */
export type FromUploadWorker =
  | { readonly type: 'report'; readonly id: number; readonly report: UploadReport }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: ErrorRecord | null };
