import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks of `/proc`, a second. */
const ticks = 100;

/** Processor seconds of all child processes that have ended, their own children too; null where the system does not say. */
function childSeconds(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / ticks;
  } catch {
    return null;
  }
}

/** What a program's run cost. */
export interface ProgramCost {
  readonly cpuMs: number;
  readonly output: string;
}

/**
 * Runs a program to its end and measures its processor time, all threads and children together; wall time where the
 * system does not report it. Throws with its error output when it fails.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ProgramCost {
  const before = childSeconds();
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed: ${stderr.slice(-2000)}`);
  const after = childSeconds();
  const wall = performance.now() - started;
  return { cpuMs: before === null || after === null ? wall : (after - before) * 1000, output: stdout };
}

/** Whether a program can be started at all. */
export function hasProgram(command: string, args: readonly string[]): boolean {
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
  return spawnSync(command, args, { env, stdio: 'ignore' }).status === 0;
}
