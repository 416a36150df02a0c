import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';

const program = resolve(import.meta.dirname, 'measured-cli.mjs');

/** Result of a run of the built command line. */
export interface CliRun {
  code: number | null;
  out: string;
  /** Standard error without the measurement. */
  error: string;
  seconds: number;
  /** Largest resident memory of the process. */
  peakMiB: number;
}

/** Runs the built command line (`dist/node/cli.js`) in a process of its own. */
export function runBuiltCli(...args: string[]): Promise<CliRun> {
  return watchCli(startBuiltCli(...args));
}

/** Starts the built command line; its process can be sent signals. */
export function startBuiltCli(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the built command line where no file may grow beyond `blocks` of 512 bytes (POSIX shells only). */
export function runLimitedCli(blocks: number, ...args: string[]): Promise<CliRun> {
  const script = 'ulimit -f "$1"; shift; exec "$@"';
  const line = ['-c', script, 'sh', String(blocks), process.execPath, program, ...args];
  return watchCli(spawn('sh', line, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Result of a started command line once it ends. */
export function watchCli(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CliRun> {
  return new Promise((done, fail) => {
    const started = performance.now();
    const output = { out: '', error: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.error += text;
    });
    child.once('error', fail);
    child.once('close', (code) => {
      const measured = /\npeakMiB=([\d.]+)\n$/.exec(output.error);
      done({
        code,
        out: output.out,
        error: output.error.replace(/\npeakMiB=[\d.]+\n$/, ''),
        seconds: (performance.now() - started) / 1000,
        peakMiB: Number(measured?.[1]),
      });
    });
  });
}
