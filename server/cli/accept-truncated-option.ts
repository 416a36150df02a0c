import type { OptionSpec } from './command.ts';

/** The consent to points that are missing, which every command that reads clouds asks for. */
export const acceptTruncatedOption = {
  type: 'boolean',
  descriptionKey: 'cli.option.accept-truncated',
} as const satisfies OptionSpec;
