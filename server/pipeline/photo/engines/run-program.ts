import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { AppError } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import { systemReason } from '#domain/errors/system-reason.ts';
import { endOf } from '../../../runtime/end-of-process.ts';

const endings = process.platform === 'win32' ? ['.exe', '.bat', '.cmd'] : [''];
const keptLines = 5;

/** The first executable file of that name on the PATH. Error: `engine.program-missing`. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const file = join(folder, `${name}${ending}`);
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return file;
    }
  }
  throw new AppError('engine.program-missing', { program: name });
}

export interface ProgramRun {
  /** The program's name in texts. */
  readonly name: string;
  /** The first word of its action, for texts. */
  readonly step: string;
  readonly args: readonly string[];
  readonly signal?: AbortSignal | undefined;
  onLine?(line: string): void;
}

/**
 * Runs a program without a window, to its end, and passes on its lines (both streams). An abort kills it. Errors:
 * `engine.program-failed` with its last lines, `AbortError`.
 */
export async function runProgram(file: string, run: ProgramRun): Promise<void> {
  const { name, step, args, signal, onLine } = run;
  signal?.throwIfAborted();
  const last: string[] = [];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
    windowsHide: true,
  });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  const read = async (stream: NodeJS.ReadableStream) => {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === '') continue;
      last.push(line.trim());
      if (last.length > keptLines) last.shift();
      onLine?.(line);
    }
  };
  try {
    const ended = new Promise<Reason | null>((done) => {
      child.once('error', (error) => done(systemReason(error)));
      child.once('close', (code, killedBy) => done(code === 0 ? null : endOf(code, killedBy)));
    });
    await Promise.all([read(child.stdout), read(child.stderr)]);
    const reason = await ended;
    signal?.throwIfAborted();
    if (reason !== null) {
      throw new AppError('engine.program-failed', {
        ...reason,
        program: name,
        step,
        output: last.join(' | '),
      });
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
