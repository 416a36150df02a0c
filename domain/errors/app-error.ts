import type { ErrorCode } from './codes.ts';

/** Values that a translated message may interpolate: file, place, counts, units. */
export type ErrorParams = Readonly<Record<string, string | number | boolean>>;

/** `warning`: work continued; `error`: this piece of work failed; `fatal`: the program cannot continue. */
export type Severity = 'warning' | 'error' | 'fatal';

/** What crosses threads, processes and the wire in place of an `AppError`. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

/**
 * The one error class of the product. The text a person reads is the translation of `errors.<code>`
 * with `params` put in, so it names the file, the place, the reason and the remedy.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly severity: Severity;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    options: { cause?: unknown; severity?: Severity } = {},
  ) {
    super(`${code} ${JSON.stringify(params)}`, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.params = params;
    this.severity = options.severity ?? 'error';
  }

  toRecord(): ErrorRecord {
    return { code: this.code, params: this.params };
  }
}

/** Adds facts (a file name, a row) to a typed error on its way up; anything else passes unchanged. */
export function withParams(error: unknown, extra: ErrorParams): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, { ...extra, ...error.params }, { cause: error, severity: error.severity });
}
