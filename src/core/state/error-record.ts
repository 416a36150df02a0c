import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';

/** The error record of anything thrown. */
export function recordOf(error: unknown, command: string): ErrorRecord {
  if (error instanceof AppError) return error.toRecord();
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('editor.command-failed', { command, reason }).toRecord();
}
