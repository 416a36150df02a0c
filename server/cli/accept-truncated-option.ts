import type { OptionSpec } from './command.ts';

/** The consent to missing points, an option of every command that reads clouds. */
export const acceptTruncatedOption = {
  type: 'boolean',
  descriptionKey: 'cli.option.accept-truncated',
} as const satisfies OptionSpec;
