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

/** When the current processing began, milliseconds since 1970; null where there is none. */
export function processingSince(history: readonly StateEntry[]): number | null {
  const [state, since] = history.at(-1) ?? [];
  return state === 'processing' && since !== undefined ? Date.parse(since) : null;
}

/** Milliseconds without a sign of life after which a project's last update is shown exactly. */
const staleAfter = 12_000;

/** Milliseconds since the last sign of life where that is so long ago that it is shown, else null: now. */
export function silenceOf(lastSignOfLife: string, now: number): number | null {
  const silence = now - Date.parse(lastSignOfLife);
  return silence > staleAfter ? silence : null;
}
