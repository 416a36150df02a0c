import type { Clock } from '#core/ports/clock.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Goes on by `ms`, running what falls due in order. */
  advance(ms: number): void;
  /** Timers that wait. */
  readonly waiting: number;
}

export function createManualClock(): ManualClock {
  let time = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    after(delayMs, run) {
      const timer = { at: time + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        time = due.at;
        due.run();
      }
      time = end;
    },
    get waiting() {
      return timers.length;
    },
  };
}
