import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { installation } from '#server/runtime/paths.ts';

const program = join(installation.root, 'bin', 'plumbline.mjs');

/** A running `plumbline serve --json`. */
export interface ServeProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly signInUrl: string;
  /** Ends with the exit code or the signal. */
  readonly ended: Promise<number | string | null>;
  /** Output of it and its worker on the standard streams so far. */
  said(): string;
}

/** Result of a program that ended. */
export interface Ended {
  readonly code: number | string | null;
  readonly out: string;
  readonly error: string;
}

function start(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, PLUMBLINE_MODE: 'cloud', ...variables };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', error: '' };
  child.stdout.on('data', (bytes) => {
    text.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    text.error += bytes;
  });
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  return { child, text, ended };
}

/** Runs the program to its end. */
export async function runProgram(...args: string[]): Promise<Ended> {
  const { text, ended } = start(args);
  const code = await ended;
  return { code, ...text };
}

/** Starts a worker beside a server. */
export function startWorkerProgram(dataFolder: string): Pick<ServeProcess, 'child' | 'ended'> {
  const { child, ended } = start(['worker', '--data', dataFolder]);
  return { child, ended };
}

/** Starts a server on a free port and waits until it reports its address. */
export function startServe(dataFolder: string, ...args: string[]): Promise<ServeProcess> {
  return startServeWith({}, dataFolder, ...args);
}

/** The same with variables of the environment. */
export async function startServeWith(
  variables: NodeJS.ProcessEnv,
  dataFolder: string,
  ...args: string[]
): Promise<ServeProcess> {
  const { child, text, ended } = start(
    ['serve', '--json', '--port', '0', '--data', dataFolder, ...args],
    variables,
  );
  const listening = new Promise<{ url: string; signInUrl: string }>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (text.out.trimEnd().endsWith('}')) resolve(JSON.parse(text.out));
    });
    ended.then((code) => reject(new Error(`serve ended with ${code}: ${text.error}`)));
  });
  return { child, ended, said: () => text.out + text.error, ...(await listening) };
}
