import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** A worker in a separate process, so that its crash or memory use does not affect the server. */
export interface WorkerProcess {
  /** Restarts the worker at once where it ended and waits for its restart. */
  wake(): void;
  /** Asks the worker to requeue its task and end; kills it when it takes over 20 s. */
  stop(): Promise<void>;
}

export interface WorkerProcessOptions {
  /** Program and arguments after Node's own, such as this program's path and `worker --data …`. */
  readonly args: readonly string[];
  /** Milliseconds before a worker that ended is restarted; doubles up to 30 s while it keeps ending. */
  readonly restartMs?: number;
}

const stopLimit = 20_000;
const longestPause = 30_000;
/** A worker that ran this long did not fail at its start. */
const soundRun = 60_000;

/** Gives processing a lower CPU priority than requests. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not support it.
  }
}

/** Starts a worker process and restarts it whenever it ends. It ends by itself when this process dies. */
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
 * Calls `onOrphaned` when the parent process of this worker has ended or asks it to end, which may have happened
 * before this process listened.
 */
export function watchParent(onOrphaned: () => void): void {
  if (process.connected) process.once('disconnect', onOrphaned);
  else if (process.connected === false) onOrphaned();
}
