import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** A worker in a process of its own, so that one that runs out of memory or is killed leaves the server alone. */
export interface WorkerProcess {
  /** Starts the worker at once where it ended and waits to be started again. */
  wake(): void;
  /** Asks the worker to requeue its task and end; kills it when it takes over 20 s. */
  stop(): Promise<void>;
}

export interface WorkerProcessOptions {
  /** Program and arguments after Node's own, such as this program's path and `worker --data …`. */
  readonly args: readonly string[];
  /** Milliseconds before a worker that ended is started again; doubles up to 30 s while it keeps ending. */
  readonly restartMs?: number;
}

const stopLimit = 20_000;
const longestPause = 30_000;
/** A worker that ran this long did not fail at its start. */
const soundRun = 60_000;

/** Lets processing take what answering people leaves of the processors. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system knows no such thing.
  }
}

/** Starts a worker process and starts it again whenever it ends. It ends by itself when this process dies. */
export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const stopping = new AbortController();
  const firstPause = options.restartMs ?? 1000;
  let child: ChildProcess | null = null;
  let waking = new AbortController();

  const runOnce = async (): Promise<void> => {
    const running = spawn(process.execPath, [...process.execArgv, ...options.args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      windowsHide: true,
    });
    child = running;
    giveWay(running);
    await new Promise<void>((resolve) => {
      running.on('exit', () => resolve());
      running.on('error', () => resolve());
    });
    child = null;
  };
  const keepRunning = async (): Promise<void> => {
    let pause = firstPause;
    while (!stopping.signal.aborted) {
      const started = performance.now();
      await runOnce();
      if (performance.now() - started > soundRun) pause = firstPause;
      waking = new AbortController();
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      await wait(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, longestPause);
    }
  };
  const ended = keepRunning();
  return {
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort();
      if (child?.connected) child.disconnect();
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopLimit);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Calls `onOrphaned` when the process that started this one, if it did so as a worker, has gone or asks it to end,
 * which it may have done before this process came to listen.
 */
export function watchParent(onOrphaned: () => void): void {
  if (process.connected) process.once('disconnect', onOrphaned);
  else if (process.connected === false) onOrphaned();
}
