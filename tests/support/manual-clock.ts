import type { Clock } from '#core/ports/clock.ts';

/** A clock that is advanced manually. */
export interface ManualClock extends Clock {
  /** Advances by `ms`, running due timers in order. */
  advance(ms: number): void;
  /** Pending timers. */
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
