import { AppError } from '#domain/errors/app-error.ts';
import type { Reason } from '#domain/errors/reason.ts';
import { systemReason } from '#domain/errors/system-reason.ts';

/** The typed error of a database that does not respond, with its address without user and password. */
export function unreachable(url: string, cause: unknown): AppError {
  return new AppError('db.unreachable', { ...reasonOf(cause), address: addressOf(url) }, { cause });
}

/** Reasons by SQLSTATE (PostgreSQL 17, appendix A). */
const refusals: Readonly<Record<string, string>> = {
  '28000': 'the-user-or-password-is-wrong',
  '28P01': 'the-user-or-password-is-wrong',
  '3D000': 'there-is-no-such-database',
  '53300': 'it-has-too-many-connections',
  '57P03': 'it-is-starting-or-stopping',
};

function reasonOf(cause: unknown): Reason {
  const { code = '', message = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  const refusal = refusals[code];
  if (refusal !== undefined) return { reason: refusal };
  // The driver gives its own time limit no code.
  return /timeout/i.test(message) ? { reason: 'no-answer-in-time' } : systemReason(cause);
}

function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
