import { writeSync } from 'node:fs';
import { type BoxRules, type Verdict, verdictPipe } from './rules.ts';

/** The input of a guard: the rules, the parent process, and counters that the main thread increments. */
export interface GuardData {
  readonly rules: BoxRules;
  readonly parentPid: number;
  /** Incremented while the main thread responds. */
  readonly beats: Int32Array;
  /** Incremented whenever the work progresses. */
  readonly steps: Int32Array;
}

const mebibyte = 2 ** 20;
/** Share of one core above which a process counts as computing. */
const computingShare = 0.3;
/** Milliseconds in which a process whose parent has gone may end by itself. */
const orphanMs = 20_000;

/**
 * Runs in a thread beside the main one. It ends the whole process and its children when they exceed their memory or
 * time, or when the parent process has gone. The main thread cannot block it.
 */
export function keepGuard({ rules, parentPid, beats, steps }: GuardData): void {
  const { memoryMib, silenceMs, standstillMs, lookMs } = rules;
  const silence = createWatch(beats);
  const standstill = createWatch(steps);
  let cpu = process.cpuUsage();
  let orphanedMs = 0;
  setInterval(() => {
    if (process.memoryUsage.rss() / mebibyte > memoryMib) return end({ code: 'task.too-much-memory' });
    if (silence(lookMs) > silenceMs) return end(tooLong(silenceMs));
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const isComputing = (user + system) / 1000 > computingShare * lookMs;
    if (standstill(isComputing ? lookMs : 0) > standstillMs) return end(tooLong(standstillMs));
    orphanedMs = isGone(parentPid) ? orphanedMs + lookMs : 0;
    if (orphanedMs > orphanMs) end(null);
  }, lookMs);
}

/** Sums how long a counter does not change, check by check, so that a machine's sleep does not count. */
function createWatch(counter: Int32Array): (ms: number) => number {
  let seen = Atomics.load(counter, 0);
  let stillMs = 0;
  return (ms) => {
    const now = Atomics.load(counter, 0);
    stillMs = now === seen ? stillMs + ms : 0;
    seen = now;
    return stillMs;
  };
}

const tooLong = (ms: number): Verdict => ({ code: 'task.took-too-long', seconds: Math.round(ms / 1000) });

function end(verdict: Verdict | null): void {
  try {
    if (verdict !== null) writeSync(verdictPipe, `${JSON.stringify(verdict)}\n`);
  } catch {
    // The parent has gone; there is nobody to report to.
  }
  process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
}

function isGone(pid: number): boolean {
  if (process.ppid !== pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
