import { AppError } from '#domain/errors/app-error.ts';

/** Limits of each caller. Times in milliseconds. */
export interface ShareRules {
  /** Concurrent calls of one caller. */
  readonly atOnce: number;
  /** Waiting calls of one caller; more are refused. */
  readonly waiting: number;
  /** Initial credit of an idle caller. */
  readonly burst: number;
  /** Work that a caller gains with each millisecond. */
  readonly gain: number;
  /** Minimum charge of a call. */
  readonly least: number;
  /**
   * Maximum debt of a caller: as much as concurrent calls may take, so that all of it is charged. It limits how long
   * the next call waits.
   */
  readonly owed: number;
}

/** Fits hundreds of people who view projects, and a canvas that requests its pieces as fast as possible. */
export const usualShares: ShareRules = {
  atOnce: 6,
  waiting: 256,
  burst: 5000,
  gain: 0.1,
  least: 2,
  owed: 10_000,
};

/** Shares the server's work, so that only callers with many requests wait. */
export interface FairShare {
  /**
   * Waits for the caller's turn; the returned function ends the call and charges what it took, or `cost` where that is
   * given. Throws `api.too-many-requests` where too many of the caller's calls wait.
   */
  enter(caller: string): Promise<(cost?: number) => void>;
}

interface Caller {
  busy: number;
  credit: number;
  /** When the credit was computed. */
  at: number;
  readonly waiting: (() => void)[];
  timer: NodeJS.Timeout | null;
}

/** Idle callers that are remembered. */
const remembered = 10_000;
/** Interval of the check whether the server is still busy. */
const lookMs = 50;

/** Callers who used up their share wait only while `isBusy`; `now` in milliseconds. */
export function createFairShare(
  rules: ShareRules,
  isBusy: () => boolean,
  now: () => number = () => performance.now(),
): FairShare {
  const callers = new Map<string, Caller>();
  const open = (key: string): Caller => {
    const found = callers.get(key);
    if (found) return found;
    if (callers.size >= remembered) dropQuiet();
    const made: Caller = { busy: 0, credit: rules.burst, at: now(), waiting: [], timer: null };
    callers.set(key, made);
    return made;
  };
  const reckon = (caller: Caller): number => {
    const time = now();
    caller.credit = Math.min(rules.burst, caller.credit + rules.gain * (time - caller.at));
    caller.at = time;
    return caller.credit;
  };
  const dropQuiet = () => {
    for (const [key, caller] of callers) {
      const isQuiet = caller.busy === 0 && caller.waiting.length === 0;
      if (isQuiet && reckon(caller) >= rules.burst) callers.delete(key);
    }
  };
  const hasTurn = (caller: Caller): boolean =>
    caller.busy < rules.atOnce && (reckon(caller) > 0 || !isBusy());
  const start = (caller: Caller) => {
    caller.busy++;
    const began = now();
    let hasLeft = false;
    return (cost?: number) => {
      if (hasLeft) return;
      hasLeft = true;
      caller.busy--;
      const charge = Math.max(rules.least, cost ?? now() - began);
      caller.credit = Math.max(-rules.owed, reckon(caller) - charge);
      goOn(caller);
    };
  };
  const goOn = (caller: Caller) => {
    while (caller.waiting.length > 0 && hasTurn(caller)) caller.waiting.shift()!();
    if (caller.waiting.length === 0 || caller.busy >= rules.atOnce || caller.timer !== null) return;
    caller.timer = setTimeout(() => {
      caller.timer = null;
      goOn(caller);
    }, lookMs).unref();
  };
  return {
    enter: async (key) => {
      const caller = open(key);
      if (caller.waiting.length === 0 && hasTurn(caller)) return start(caller);
      if (caller.waiting.length >= rules.waiting)
        throw new AppError('api.too-many-requests', { seconds: Math.ceil(rules.owed / rules.gain / 1000) });
      return new Promise((resolve) => {
        caller.waiting.push(() => resolve(start(caller)));
        goOn(caller);
      });
    },
  };
}
