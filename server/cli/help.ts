import { maxOf } from '#domain/math/extremes.ts';
import { translate } from '../messages.ts';
import type { Command, OptionSpec, PositionalSpec } from './command.ts';

function positionalText({ name, isRequired, multiple }: PositionalSpec): string {
  const text = multiple ? `${name}…` : name;
  return isRequired ? text : `[${text}]`;
}

function optionText(name: string, { short, type, valueName, choices }: OptionSpec): string {
  const value =
    type === 'boolean' ? '' : ` ${valueName ?? choices?.join('|') ?? (type === 'number' ? 'N' : 'TEXT')}`;
  return `${short ? `-${short}, ` : '    '}--${name}${value}`;
}

function table(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = maxOf(rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** The help of one command: usage, summary, options. Lines joined by line feeds. */
export function commandHelp(command: Command): string {
  const usage = ['plumbline', command.name, ...command.positionals.map(positionalText), '[options]'];
  const own = Object.entries(command.options).map(
    ([name, spec]) => [optionText(name, spec), translate(spec.descriptionKey)] as const,
  );
  const shared = [
    ['    --json', translate('cli.option.json')],
    ['-h, --help', translate('cli.option.help')],
  ] as const;
  return [
    translate('cli.usage', { usage: usage.join(' ') }),
    '',
    translate(command.summaryKey),
    ...(command.note ? [command.note()] : []),
    '',
    ...table([...own, ...shared]),
  ].join('\n');
}

/** The help of the program: every command with its summary. */
export function programHelp(commands: readonly Command[]): string {
  return [
    translate('cli.usage', { usage: `plumbline ${translate('cli.command-word')} [options]` }),
    '',
    ...table(commands.map((command) => [command.name, translate(command.summaryKey)] as const)),
    '',
    translate('cli.more-help'),
  ].join('\n');
}
