/** Wrong usage of the command line; every one of them ends the program with exit code 2. */
export const cliErrorCodes = [
  'cli.no-command',
  'cli.unknown-command',
  'cli.unknown-option',
  'cli.missing-value',
  'cli.unexpected-value',
  'cli.repeated-option',
  'cli.bad-number',
  'cli.bad-bench',
  'cli.bad-value',
  'bench.not-built',
  'bench.failed',
  'cli.missing-argument',
  'cli.extra-argument',
  'cli.output-name',
  'cli.needs-one-of',
  'cli.needs-option',
] as const;
