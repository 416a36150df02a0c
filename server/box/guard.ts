import { writeSync } from 'node:fs';
import { type BoxRules, type Verdict, verdictPipe } from './rules.ts';

/** What a guard is given: the rules, who started its process, and counters that the main thread raises. */
export interface GuardData {
  readonly rules: BoxRules;
  readonly parentPid: number;
  /** Raised while the main thread answers. */
  readonly beats: Int32Array;
  /** Raised whenever the work gets on. */
  readonly steps: Int32Array;
}

const mebibyte = 2 ** 20;
/** Part of one core from which on a process counts as computing. */
const computingShare = 0.3;
/** Milliseconds that a process whose parent has gone may take to end by itself. */
const orphanMs = 20_000;

/**
 * Runs in a thread beside the main one and ends the whole process, with what it started, when it takes more memory or
 * time than it may, or when the process that started it has gone: nothing that the main thread does keeps it from it.
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

/** Adds up how long a counter stands still, look by look, so that a machine's sleep counts for nothing. */
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
    // Nobody is left to be told.
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
