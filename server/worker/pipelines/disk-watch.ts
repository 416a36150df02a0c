import { folderSize } from '../../store/folder-size.ts';

/** Measures the maximum size of a folder during each step. */
export interface DiskWatch {
  /** Sets the running step. */
  enter(step: string): void;
  /** The largest size seen during a step, MiB; for an unseen one, the size now. */
  peakMiB(step: string): Promise<number>;
  stop(): void;
}

const mebibyte = 2 ** 20;
const sampleEvery = 2000;

/** Samples the size of a folder every 2 s and at each change of step. */
export function watchDisk(folder: string): DiskWatch {
  const peaks = new Map<string, number>();
  let current: string | null = null;
  let isMeasuring = false;
  const sample = async () => {
    const step = current;
    if (isMeasuring || step === null) return;
    isMeasuring = true;
    const size = (await folderSize(folder)) / mebibyte;
    isMeasuring = false;
    peaks.set(step, Math.max(size, peaks.get(step) ?? 0));
  };
  const timer = setInterval(() => void sample(), sampleEvery);
  timer.unref();
  return {
    enter: (step) => {
      if (step === current) return;
      current = step;
      void sample();
    },
    peakMiB: async (step) => peaks.get(step) ?? (await folderSize(folder)) / mebibyte,
    stop: () => clearInterval(timer),
  };
}
