import type { Clock } from '../ports/clock.ts';

/** Delays: after the last change, and at the latest after the first unsaved one. */
export interface AutosaveTimes {
  readonly idleMs: number;
  readonly activeMs: number;
}

/** Decides when a changed drawing is saved. */
export interface Autosave {
  /** A change was made. */
  touch(): void;
  /** Cancels the planned save: it was done, or is not permitted. */
  cancel(): void;
}

/** Plans calls of `run` on a clock. A call ends the plan; the next change begins a new one. */
export function createAutosave(clock: Clock, times: AutosaveTimes, run: () => void): Autosave {
  let cancelIdle: (() => void) | null = null;
  let cancelActive: (() => void) | null = null;

  function cancel(): void {
    cancelIdle?.();
    cancelActive?.();
    cancelIdle = null;
    cancelActive = null;
  }
  function fire(): void {
    cancel();
    run();
  }

  return {
    touch() {
      cancelIdle?.();
      cancelIdle = clock.after(times.idleMs, fire);
      cancelActive ??= clock.after(times.activeMs, fire);
    },
    cancel,
  };
}
