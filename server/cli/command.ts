import type { AppError } from '#domain/errors/app-error.ts';
import type { TextKey } from '#locales/texts.ts';
import type { ComputeMode } from '#workers/contract/compute.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { Progress } from './progress.ts';

/** An option of a command. `--json` and `--help` are every command's own and not listed. */
export interface OptionSpec {
  readonly type: 'string' | 'number' | 'boolean';
  /** One letter, used with a single dash. */
  readonly short?: string;
  /** May be given several times; the value is then a list. */
  readonly multiple?: boolean;
  /** Allowed values of a string. */
  readonly choices?: readonly string[];
  /** Placeholder of the value in the help, such as `DIR`. */
  readonly valueName?: string;
  readonly descriptionKey: TextKey;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type OptionValue<S extends OptionSpec> = S['type'] extends 'boolean'
  ? boolean
  : S extends { multiple: true }
    ? readonly (S['type'] extends 'number' ? number : string)[]
    : (S['type'] extends 'number' ? number : string) | undefined;

/** Values of the options after parsing: flags are false and lists empty where they were not given. */
export type OptionValues<O extends OptionSpecs> = { readonly [K in keyof O]: OptionValue<O[K]> };

/** A positional argument; only the last may be `multiple`. */
export interface PositionalSpec {
  /** As shown in the help, such as `FILE`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly multiple?: boolean;
}

/** Input and output streams of a command; the process's own outside tests. */
export interface CliStreams {
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Progress is shown only where this is true. */
  readonly isErrorTerminal: boolean;
}

/** The input of a command. */
export interface CommandContext<O extends OptionSpecs = OptionSpecs> {
  readonly options: OptionValues<O>;
  readonly positionals: readonly string[];
  /** `--json`: print one JSON document on standard output and nothing else. */
  readonly isJson: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Shows a bar on standard error if it is a terminal; may be called at any rate. */
  readonly progress: Progress;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes a JSON document to standard output; NaN and infinities become null. */
  printJson(value: unknown): void;
  /** Writes one line to standard error. */
  warn(line: string): void;
  /** The task pool. It is started at the first call, whose options apply, and closed when the command ends. */
  pool(options?: { readonly compute?: ComputeMode }): Promise<TaskPool>;
}

/** A command of the command line. It fails by throwing `AppError`; codes `cli.*` mean wrong usage. */
export interface Command<O extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  readonly summaryKey: TextKey;
  /** Additional text of the help. */
  readonly note?: () => string;
  readonly options: O;
  readonly positionals: readonly PositionalSpec[];
  run(context: CommandContext<O>): Promise<void>;
}

/** Keeps the types of a command's options for its `run`. */
export function defineCommand<const O extends OptionSpecs>(command: Command<O>): Command<O> {
  return command;
}

/** True for errors that are the caller's wrong usage (exit code 2). */
export function isUsageError(error: AppError): boolean {
  return error.code.startsWith('cli.');
}
