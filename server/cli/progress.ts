import { clamp } from '#domain/math/clamp.ts';
import type { TextKey } from '#locales/texts.ts';
import { translate } from '../messages.ts';

/** Shows the progress of a command. */
export interface Progress {
  /** `fraction` from 0 to 1; `stageKey` is the key of the stage's text. */
  report(fraction: number, stageKey: TextKey): void;
  /** Clears the bar so that other text can be written. */
  clear(): void;
}

export interface ProgressOptions {
  write(text: string): void;
  isTerminal: boolean;
  /** Milliseconds, any origin. */
  now(): number;
}

const barCells = 24;
const minPauseMs = 100;

/** Minutes and seconds of a time left, in the shortest form. */
function formatLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** A bar redrawn in place at most ten times a second; silent where the stream is no terminal. */
export function createProgress({ write, isTerminal, now }: ProgressOptions): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  let stageStart = now();
  let stage: TextKey | undefined;
  let isShown = false;

  const draw = (fraction: number, stageKey: TextKey, time: number) => {
    const done = Math.round(fraction * barCells);
    const bar = '#'.repeat(done) + '.'.repeat(barCells - done);
    const elapsed = (time - stageStart) / 1000;
    const left = fraction > 0.02 && elapsed > 2 ? (elapsed / fraction) * (1 - fraction) : undefined;
    const rest = left === undefined ? '' : `  ${translate('cli.time-left', { time: formatLeft(left) })}`;
    const percent = String(Math.floor(fraction * 100)).padStart(3);
    write(`\r\u001b[2K[${bar}] ${percent} %  ${translate(stageKey)}${rest}`);
    isShown = true;
  };

  return {
    report(fraction, stageKey) {
      if (!isTerminal) return;
      const time = now();
      if (stageKey !== stage) {
        stage = stageKey;
        stageStart = time;
      } else if (time - shownAt < minPauseMs) return;
      shownAt = time;
      draw(clamp(fraction, 0, 1), stageKey, time);
    },
    clear() {
      if (isShown) write('\r\u001b[2K');
      isShown = false;
    },
  };
}
