import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { type Command, defineCommand } from './command.ts';

const options = {
  out: { type: 'string', short: 'o', descriptionKey: 'cli.option.json' },
  plane: { type: 'number', descriptionKey: 'cli.option.json' },
  drop: { type: 'string', multiple: true, choices: ['nir', 'colour'], descriptionKey: 'cli.option.json' },
  force: { type: 'boolean', descriptionKey: 'cli.option.json' },
} as const;

function createCommand(multiple = false): Command {
  return defineCommand({
    name: 'test',
    summaryKey: 'cli.option.json',
    options,
    positionals: [{ name: 'FILE', isRequired: true, multiple }],
    run: async () => undefined,
  });
}

function parse(...args: string[]) {
  return parseArguments(createCommand(), args);
}

describe('arguments', () => {
  test('options and positionals may stand in any order', () => {
    const parsed = parse('-o', 'x', 'a.las', '--plane', '-5.5', '--drop=nir', '--drop', 'colour', '--json');
    expect(parsed).toEqual({
      options: { out: 'x', plane: -5.5, drop: ['nir', 'colour'], force: false },
      positionals: ['a.las'],
      isJson: true,
      isHelp: false,
    });
  });

  test('what was not given is false, empty or undefined', () => {
    expect(parse('a.las').options).toEqual({ out: undefined, plane: undefined, drop: [], force: false });
  });

  test('behind -- everything is positional', () => {
    expect(parse('--', '--json').positionals).toEqual(['--json']);
  });

  test.each([
    ['cli.unknown-option', ['a', '--nope']],
    ['cli.unknown-option', ['a', '--toString']],
    ['cli.unknown-option', ['a', '-x']],
    ['cli.missing-value', ['a', '--out']],
    ['cli.missing-value', ['a', '--out', '--json']],
    ['cli.unexpected-value', ['a', '--force=yes']],
    ['cli.repeated-option', ['a', '--out', '1', '--out', '2']],
    ['cli.bad-number', ['a', '--plane', 'high']],
    ['cli.bad-number', ['a', '--plane', '']],
    ['cli.bad-value', ['a', '--drop', 'everything']],
    ['cli.missing-argument', []],
    ['cli.extra-argument', ['a', 'b']],
  ])('%s: %j', (code, args) => {
    expect(() => parse(...args)).toThrow(expect.objectContaining({ code }));
  });

  test('--help needs no arguments; a repeatable positional takes all', () => {
    expect(parse('--help').isHelp).toBe(true);
    expect(parseArguments(createCommand(true), ['a', 'b', 'c']).positionals).toHaveLength(3);
  });
});
