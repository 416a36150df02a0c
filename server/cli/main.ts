import { AppError } from '#domain/errors/app-error.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { describeError, isAbort, translate } from '../messages.ts';
import { stackOf } from '../runtime/stack-of.ts';
import { programVersion } from '../runtime/version.ts';
import { parseArguments } from './arguments.ts';
import { type CliStreams, type Command, type CommandContext, isUsageError } from './command.ts';
import { commandLoaders } from './commands.ts';
import { commandHelp, programHelp } from './help.ts';
import { createProgress } from './progress.ts';

const exitCodes = { ok: 0, failed: 1, wrongUsage: 2 } as const;

/** The streams of this process. A closed reader (`| head`) ends the program quietly. */
export function processStreams(): CliStreams {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isErrorTerminal: process.stderr.isTTY === true,
  };
}

async function findCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(commandLoaders, name) ? commandLoaders[name] : undefined;
  if (load) return await load();
  throw new AppError('cli.unknown-command', {
    command: name,
    commands: Object.keys(commandLoaders).join(', '),
  });
}

async function runCommand(
  command: Command,
  args: readonly string[],
  streams: CliStreams,
  signal: AbortSignal,
): Promise<void> {
  const { isHelp, ...parsed } = parseArguments(command, args);
  if (isHelp) {
    streams.writeOut(`${commandHelp(command)}\n`);
    return;
  }
  let pool: TaskPool | undefined;
  const progress = createProgress({
    write: streams.writeError,
    isTerminal: streams.isErrorTerminal,
    now: () => performance.now(),
  });
  const context: CommandContext = {
    ...parsed,
    signal,
    progress,
    print(line) {
      progress.clear();
      streams.writeOut(`${line}\n`);
    },
    printJson(value) {
      progress.clear();
      streams.writeOut(`${JSON.stringify(value, null, 2)}\n`);
    },
    warn(line) {
      progress.clear();
      streams.writeError(`${line}\n`);
    },
    async pool(options) {
      pool ??= (await import('../runtime/task-pool.ts')).openTaskPool(options);
      return pool;
    },
  };
  try {
    await command.run(context);
  } finally {
    progress.clear();
    await pool?.dispose();
  }
}

async function dispatch(args: readonly string[], streams: CliStreams, signal: AbortSignal): Promise<void> {
  const [first, ...rest] = args;
  if (first === '--version' || first === '-V') {
    streams.writeOut(`${programVersion()}\n`);
  } else if (first === undefined) {
    throw new AppError('cli.no-command');
  } else if (first === '--help' || first === '-h' || first === 'help') {
    const named = first === 'help' ? rest[0] : undefined;
    if (named !== undefined) return await dispatch([named, '--help'], streams, signal);
    const commands = await Promise.all(Object.values(commandLoaders).map((load) => load()));
    streams.writeOut(`${programHelp(commands)}\n`);
  } else {
    await runCommand(await findCommand(first), rest, streams, signal);
  }
}

/**
 * Runs one command line and returns the exit code: 0 done, 1 failed, 2 wrong usage. A failure is one line on standard
 * error. Aborting `signal` ends the command with code 1.
 */
export async function runCli(
  args: readonly string[],
  streams: CliStreams,
  signal: AbortSignal,
): Promise<number> {
  try {
    await dispatch(args, streams, signal);
    return exitCodes.ok;
  } catch (error) {
    const isStopped = signal.aborted && (isAbort(error) || error === signal.reason);
    streams.writeError(`${isStopped ? translate('failure.stopped') : describeError(error)}\n`);
    if (process.env['PLUMBLINE_DEBUG'] && error instanceof Error) streams.writeError(`${stackOf(error)}\n`);
    return error instanceof AppError && isUsageError(error) ? exitCodes.wrongUsage : exitCodes.failed;
  }
}

/** The program: runs this process's command line, stops at the first Ctrl-C, and is killed by the second. */
export async function main(): Promise<void> {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  process.exitCode = await runCli(process.argv.slice(2), processStreams(), controller.signal);
}
