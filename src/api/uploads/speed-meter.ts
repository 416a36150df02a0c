import { uploadRules } from '#contract/limits.ts';

/** Speed over the last 6 s, sampled at most every 2 s (spec part 2, section 9). */
export interface SpeedMeter {
  /** Records the total bytes sent at a time in ms. */
  sample(sentBytes: number, nowMs: number): void;
  /** Bytes per second; undefined until two samples exist. */
  bytesPerSecond(): number | undefined;
}

export function createSpeedMeter(): SpeedMeter {
  let samples: { sentBytes: number; nowMs: number }[] = [];
  return {
    sample(sentBytes, nowMs) {
      const last = samples.at(-1);
      if (last !== undefined && nowMs - last.nowMs < uploadRules.speedSample) return;
      samples = [
        ...samples.filter((entry) => nowMs - entry.nowMs <= uploadRules.speedWindow),
        { sentBytes, nowMs },
      ];
    },
    bytesPerSecond() {
      const [first] = samples;
      const last = samples.at(-1);
      if (first === undefined || last === undefined || last.nowMs === first.nowMs) return undefined;
      return Math.max(0, ((last.sentBytes - first.sentBytes) * 1000) / (last.nowMs - first.nowMs));
    },
  };
}
