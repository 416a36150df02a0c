import { AppError } from '#domain/errors/app-error.ts';

/** The typed error of a database that does not respond, with its address without user and password. */
export function unreachable(url: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new AppError('db.unreachable', { address: addressOf(url), reason }, { cause });
}

function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
