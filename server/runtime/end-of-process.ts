import type { Reason } from '#domain/errors/reason.ts';

/** How a process ended: by a signal or with an exit code. */
export function endOf(code: number | null, signal: NodeJS.Signals | null): Reason {
  return signal === null
    ? { reason: 'ended-with-code', exitCode: code ?? '?' }
    : { reason: 'ended-by-signal', signal };
}
