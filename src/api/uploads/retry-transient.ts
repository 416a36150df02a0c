import { uploadRules } from '#contract/limits.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { statusOf } from '../client.ts';
import { type RetryRules, retrying, waitFor } from './retry.ts';

/** Waiting of an upload for an unavailable network: until it is cancelled. */
export interface NetworkRetry {
  readonly signal: AbortSignal;
  /** Reports why the upload waits for the network. */
  onWaiting(error: AppError): void;
  /** Resolves when the network may be back; replaced in tests. */
  untilBack?(signal: AbortSignal): Promise<void>;
  /** Waits between quick retries; replaced in tests. */
  readonly wait?: RetryRules['wait'];
}

/** Attempts and delays of one request. */
export type QuickRules = Pick<RetryRules, 'attempts' | 'delayMs' | 'maxDelayMs'>;

/** Of requests to the store: 4 retries, 1 s doubling to 10 s (spec part 2, section 9). */
export const storeRules: QuickRules = {
  attempts: uploadRules.retries + 1,
  delayMs: uploadRules.retryDelay,
  maxDelayMs: uploadRules.retryDelayMax,
};

/** True for transient failures, such as an unavailable network or a busy server; a refusal, such as a full disk, is final. */
export function isTransient(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  if (error.code === 'client.unreachable' || error.code === 'client.upload-timed-out') return true;
  const status = statusOf(error);
  if (status === undefined) return false;
  return status === 408 || status === 429 || (status >= 500 && status !== 507);
}

/** Resolves when the browser is online again, at the latest after the longest delay of a retry. */
async function untilOnline(signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  const listen = () => heard.abort();
  globalThis.addEventListener('online', listen, { once: true });
  const either = AbortSignal.any([signal, heard.signal]);
  await waitFor(uploadRules.retryDelayMax, either).catch(() => undefined);
  globalThis.removeEventListener('online', listen);
  signal.throwIfAborted();
}

/**
 * Runs `work` with a few quick retries; failures for lack of a network wait for it and are retried until the signal is
 * aborted. Rejects with failures that are final.
 */
export async function retryTransient<T>(
  network: NetworkRetry,
  rules: QuickRules,
  work: () => Promise<T>,
): Promise<T> {
  const { signal, wait } = network;
  const quick = { ...rules, signal, isWorthRetrying: isTransient, ...(wait ? { wait } : {}) };
  for (;;) {
    try {
      return await retrying(quick, work);
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      network.onWaiting(error);
      await (network.untilBack ?? untilOnline)(signal);
    }
  }
}
