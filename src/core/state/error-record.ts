import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';

/**
 * The error record of anything thrown by a command: a typed error unchanged; of an unexpected one the command alone,
 * since its message is not meant for users. Its cause is logged to the console.
 */
export function recordOf(error: unknown, command: string): ErrorRecord {
  if (error instanceof AppError) return error.toRecord();
  console.error(command, error);
  return { code: 'editor.command-failed', params: { command } };
}
