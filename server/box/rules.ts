import type { ErrorRecord } from '#domain/errors/app-error.ts';

/** What a process that reads foreign files may take before it is ended. */
export interface BoxRules {
  /** MiB of memory that the process may hold, whatever holds it: heaps, buffers, WebAssembly, libraries. */
  readonly memoryMib: number;
  /** Milliseconds for which its main thread may answer nothing. */
  readonly silenceMs: number;
  /** Milliseconds for which it may compute without getting on; waiting for others costs nothing. */
  readonly standstillMs: number;
  /** Milliseconds between two looks. */
  readonly lookMs: number;
}

/** Times of processes that read foreign files: sound ones get on far more often than this. */
export const boxTimes: Omit<BoxRules, 'memoryMib'> = {
  silenceMs: 120_000,
  standstillMs: 3_600_000,
  lookMs: 100,
};

/** Why work is to stop: its worker shuts down and it goes on elsewhere, or nobody wants it any more. */
export type StopReason = 'shutdown' | 'dropped';

/** What is said to a box. */
export type ToBox =
  | { readonly kind: 'call'; readonly work: string; readonly request: unknown }
  | { readonly kind: 'stop'; readonly reason: StopReason };

/** What a box says; `record` is null for errors that are none of ours. */
export type FromBox =
  | { readonly kind: 'done'; readonly result: unknown }
  | {
      readonly kind: 'failed';
      readonly record: ErrorRecord | null;
      readonly message: string;
      readonly stack: string | null;
    }
  | { readonly kind: 'stopped' };

/** Why a guard ended its process, one line of JSON on the pipe of this number. */
export type Verdict =
  | { readonly code: 'task.too-much-memory' }
  | { readonly code: 'task.took-too-long'; readonly seconds: number };

export const verdictPipe = 4;
