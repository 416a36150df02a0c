import type { ErrorRecord } from '#domain/errors/app-error.ts';

/** The limits of a process that reads foreign files; beyond them it is ended. */
export interface BoxRules {
  /** MiB of memory that the process may hold, whatever holds it: heaps, buffers, WebAssembly, libraries. */
  readonly memoryMib: number;
  /** Milliseconds for which its main thread may be unresponsive. */
  readonly silenceMs: number;
  /** Milliseconds for which it may compute without progress; waiting for others does not count. */
  readonly standstillMs: number;
  /** Milliseconds between two checks. */
  readonly lookMs: number;
}

/** Time limits of processes that read foreign files; healthy ones report progress far more often. */
export const boxTimes: Omit<BoxRules, 'memoryMib'> = {
  silenceMs: 120_000,
  standstillMs: 3_600_000,
  lookMs: 100,
};

/** Why work is to stop: its worker shuts down and another continues it, or it is no longer wanted. */
export type StopReason = 'shutdown' | 'dropped';

/** A message to a box. */
export type ToBox =
  | { readonly kind: 'call'; readonly work: string; readonly request: unknown }
  | { readonly kind: 'stop'; readonly reason: StopReason };

/** A message from a box; `record` is null for errors that are not ours. */
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
