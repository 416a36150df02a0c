/** States of a project; any other value is treated as processing. */
export const projectStates = [
  'initialized',
  'uploading',
  'processing',
  'paused',
  'stalled',
  'errored',
  'completed',
  'deleted',
  'recovery',
  'unset',
] as const;

export type ProjectState = (typeof projectStates)[number];

/** Reads a state sent by any server version. */
export function readProjectState(value: string): ProjectState {
  return projectStates.find((state) => state === value) ?? 'processing';
}

/** A state and the time it began, ISO 8601. */
export type StateEntry = readonly [ProjectState, string];

/**
 * Time spent in processing, milliseconds, summed from the state history. An open last entry counts up to `now`
 * (milliseconds since 1970).
 */
export function timeInProcessing(history: readonly StateEntry[], now: number): number {
  let total = 0;
  history.forEach(([state, since], index) => {
    if (state !== 'processing') return;
    const next = history[index + 1];
    const end = next ? Date.parse(next[1]) : now;
    total += Math.max(0, end - Date.parse(since));
  });
  return total;
}
