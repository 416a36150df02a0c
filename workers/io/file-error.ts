import { AppError } from '#domain/errors/app-error.ts';
import { systemReason } from '#domain/errors/system-reason.ts';

function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Turns a failure of Node's file system into a typed error that names the file; typed errors and aborts
 * pass unchanged. `verb` says what was being done.
 */
export function fileError(error: unknown, file: string, verb: 'read' | 'write'): unknown {
  if (error instanceof AppError || (error as Error | null)?.name === 'AbortError') return error;
  const code = systemCode(error);
  const options = { cause: error };
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('io.not-found', { file }, options);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new AppError('io.denied', { file }, options);
  }
  if (code === 'EISDIR') return new AppError('io.not-a-file', { file }, options);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new AppError('io.disk-full', { file }, options);
  }
  const failed = verb === 'read' ? 'io.read-failed' : 'io.write-failed';
  return new AppError(failed, { ...systemReason(error), file }, options);
}
