import { parseArgs } from 'node:util';
import { AppError } from '#domain/errors/app-error.ts';
import type { Command, OptionSpec, OptionSpecs, OptionValues } from './command.ts';

/** The parsed arguments of one command. */
export interface ParsedArguments {
  readonly options: OptionValues<OptionSpecs>;
  readonly positionals: readonly string[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

type Value = string | number | boolean | (string | number)[] | undefined;

const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

function parserOptions(specs: OptionSpecs) {
  const own = Object.entries(specs).map(([name, spec]) => {
    const type = spec.type === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type, ...(spec.short ? { short: spec.short } : {}) }] as const;
  });
  return { ...Object.fromEntries(own), ...common };
}

function convertValue(command: string, option: string, spec: OptionSpec, text: string): string | number {
  if (spec.type === 'number') {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) throw new AppError('cli.bad-number', { command, option, value: text });
    return value;
  }
  if (spec.choices && !spec.choices.includes(text)) {
    const choices = spec.choices.join(', ');
    throw new AppError('cli.bad-value', { command, option, value: text, choices });
  }
  return text;
}

function emptyValues(specs: OptionSpecs): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => {
      if (spec.type === 'boolean') return [name, false];
      return [name, spec.multiple ? [] : undefined];
    }),
  );
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const { name, positionals } = command;
  const missing = positionals.find((spec, index) => spec.isRequired && given[index] === undefined);
  if (missing) throw new AppError('cli.missing-argument', { command: name, argument: missing.name });
  const extra = positionals.at(-1)?.multiple ? undefined : given[positionals.length];
  if (extra !== undefined) throw new AppError('cli.extra-argument', { command: name, argument: extra });
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function putOption(values: Record<string, Value>, command: Command, token: OptionToken): void {
  const { name: commandName, options } = command;
  const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
  const params = { command: commandName, option: token.rawName };
  if (!spec) throw new AppError('cli.unknown-option', params);
  if (spec.type === 'boolean') {
    if (token.value !== undefined) throw new AppError('cli.unexpected-value', params);
    values[token.name] = true;
    return;
  }
  const isNext = token.value !== undefined && !token.inlineValue && token.value.startsWith('--');
  if (token.value === undefined || isNext) throw new AppError('cli.missing-value', params);
  const value = convertValue(commandName, token.rawName, spec, token.value);
  const held = values[token.name];
  if (Array.isArray(held)) held.push(value);
  else if (held === undefined) values[token.name] = value;
  else throw new AppError('cli.repeated-option', params);
}

/**
 * Parses what follows the command's name. Values may begin with one dash (`--plane -5`).
 * Errors: `cli.unknown-option`, `cli.missing-value`, `cli.unexpected-value`, `cli.repeated-option`,
 * `cli.bad-number`, `cli.bad-value`, `cli.missing-argument`, `cli.extra-argument`. With `--help` none of the
 * arguments is required.
 */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: parserOptions(command.options),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values = emptyValues(command.options);
  const positionals: string[] = [];
  let isJson = false;
  let isHelp = false;
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'json') isJson = true;
    else if (token.name === 'help') isHelp = true;
    else putOption(values, command, token);
  }
  if (!isHelp) checkPositionals(command, positionals);
  return { options: values as OptionValues<OptionSpecs>, positionals, isJson, isHelp };
}
