import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import { endOf } from '../runtime/end-of-process.ts';
import { WorkerShutdown } from '../runtime/worker-shutdown.ts';
import { type BoxRules, type FromBox, type ToBox, type Verdict, verdictPipe } from './rules.ts';

export interface BoxOptions {
  /** The program that serves the calls. */
  readonly entry: URL;
  readonly rules: BoxRules;
  /** Milliseconds that a call may take to stop, and the process to end, before it is killed. */
  readonly graceMs?: number;
}

/** A separate process for work on foreign files, which may be ended at any time without harm to this one. */
export interface Box {
  /** Whether it can be called: it has not ended. */
  readonly isAlive: boolean;
  /**
   * Runs one call at a time; `task` is the name in errors. Rejects with the error of the work, with
   * `task.too-much-memory`, `task.took-too-long` or `task.crashed` where the process had to be ended or died, and
   * with the reason of `signal` once the work has stopped.
   */
  call(work: string, task: string, request: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Lets the process end, and kills it when it does not. */
  close(): Promise<void>;
}

/** Shorter than the time a worker has to end. */
const stopLimit = 15_000;
/** Characters kept of the process's last output. */
const keptWords = 4000;

/** Starts a box. It ends with this process. */
export function startBox({ entry, rules, graceMs = stopLimit }: BoxOptions): Box {
  const heap = `--max-old-space-size=${Math.ceil(rules.memoryMib)}`;
  const args = [...process.execArgv, heap, fileURLToPath(entry), JSON.stringify(rules)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    serialization: 'advanced',
    windowsHide: true,
    // A process group of its own, so that its children are ended with it.
    detached: process.platform !== 'win32',
  });
  const words = listen(child.stderr, (text) => process.stderr.write(text));
  const verdict = listen(child.stdio[verdictPipe] as Readable);
  let isAlive = true;
  const ended = untilEnded(child).then(async (how) => {
    isAlive = false;
    return { how, words: await words, verdict: await verdict };
  });
  const say = (message: ToBox) => child.connected && child.send(message, () => {});
  const kill = () => killGroup(child);

  return {
    get isAlive() {
      return isAlive;
    },
    call: async (work, task, request, signal) => {
      signal?.throwIfAborted();
      let timer: NodeJS.Timeout | undefined;
      const stop = () => {
        say({ kind: 'stop', reason: signal?.reason instanceof WorkerShutdown ? 'shutdown' : 'dropped' });
        timer = setTimeout(kill, graceMs);
      };
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answered = new Promise<FromBox>((resolve) => child.once('message', resolve));
        say({ kind: 'call', work, request });
        const answer = await Promise.race([answered, ended]);
        signal?.throwIfAborted();
        if ('how' in answer) throw failureOf(task, rules, answer);
        if (answer.kind === 'done') return answer.result;
        throw answer.kind === 'failed' ? rebuild(answer) : new Error('the work stopped by itself');
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    close: async () => {
      if (child.connected) child.disconnect();
      const timer = setTimeout(kill, graceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** How a process ended. */
function untilEnded(child: ChildProcess): Promise<Reason> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(systemReason(error)));
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
  });
}

/** The end of a stream's text, once it has ended. */
function listen(stream: Readable | null, onText?: (text: string) => void): Promise<string> {
  return new Promise((resolve) => {
    if (stream === null) return resolve('');
    let text = '';
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text = (text + piece).slice(-keptWords);
      onText?.(piece);
    });
    stream.on('error', () => {}).once('close', () => resolve(text));
  });
}

function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
  else {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** How a process ended, its last output and its guard's report. */
interface End {
  readonly how: Reason;
  readonly words: string;
  readonly verdict: string;
}

function failureOf(task: string, rules: BoxRules, { how, words, verdict }: End): AppError {
  const told = verdict === '' ? null : (JSON.parse(verdict) as Verdict);
  if (told?.code === 'task.took-too-long') return new AppError(told.code, { task, seconds: told.seconds });
  if (told !== null || words.includes('heap out of memory'))
    return new AppError('task.too-much-memory', { task, allowed: Math.round(rules.memoryMib) });
  return new AppError('task.crashed', { ...how, task });
}

function rebuild({ record, message, stack }: Extract<FromBox, { kind: 'failed' }>): Error {
  const error = record === null ? new Error(message) : new AppError(record.code, record.params);
  if (stack !== null) error.stack = stack;
  return error;
}
