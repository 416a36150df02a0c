import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';

/**
 * The error record of anything thrown by a command: a typed error as it is; of an unexpected one the command alone, since
 * its words say nothing to a person. Its cause goes to the console.
 */
export function recordOf(error: unknown, command: string): ErrorRecord {
  if (error instanceof AppError) return error.toRecord();
  console.error(command, error);
  return { code: 'editor.command-failed', params: { command } };
}
