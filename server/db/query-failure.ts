import { AppError } from '#domain/errors/app-error.ts';

/** The part of a failed query that may be logged: its truncated text, never its values. */
const logged = 300;

interface PostgresFailure {
  readonly code: string;
  readonly severity: string;
}

function postgresFailure(error: unknown): PostgresFailure | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, severity } = cause as Error & Partial<PostgresFailure>;
    if (typeof code === 'string' && typeof severity === 'string') return { code, severity };
  }
  return null;
}

/**
 * A value that the database cannot hold: too large, of another format, with a NUL (SQLSTATE class 22), or nested too
 * deep.
 */
const isBadValue = ({ code }: PostgresFailure): boolean => code.startsWith('22') || code === '54001';

/**
 * The error that a failed query gives the caller, without its text: `api.bad-request` for an invalid value,
 * `db.too-slow` after the statement timeout; null for other failures.
 */
export function readQueryFailure(error: unknown, place: string): AppError | null {
  const failure = postgresFailure(error);
  if (failure === null) return null;
  const options = { cause: error };
  if (failure.code === '57014') return new AppError('db.too-slow', {}, options);
  if (!isBadValue(failure)) return null;
  return new AppError('api.bad-request', { place, reason: 'a-value-is-one-that-cannot-be-stored' }, options);
}

/** An error for the log: of a query the beginning, SQLSTATE and stack, and no values. */
export function withoutValues(error: Error): { type: string; message: string; stack: string; code?: string } {
  const failure = postgresFailure(error);
  const [said = ''] = error.message.split('\nparams:', 1);
  const message = said.length > logged ? `${said.slice(0, logged)}…` : said;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    stack: frames.join('\n'),
    ...(failure === null ? {} : { code: failure.code }),
  };
}
