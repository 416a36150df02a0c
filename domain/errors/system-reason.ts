import type { Reason } from './reason.ts';

/** Codes of operating systems and networks, and names of errors of browsers, that have words. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'access-is-not-allowed',
  EPERM: 'access-is-not-allowed',
  EBUSY: 'it-is-in-use',
  ECONNREFUSED: 'the-connection-was-refused',
  ECONNRESET: 'the-connection-was-cut',
  EPIPE: 'the-connection-was-cut',
  UND_ERR_SOCKET: 'the-connection-was-cut',
  EHOSTUNREACH: 'there-is-no-way-to-the-host',
  ENETUNREACH: 'there-is-no-way-to-the-host',
  EAI_AGAIN: 'the-name-of-the-host-is-not-known',
  ENOTFOUND: 'the-name-of-the-host-is-not-known',
  EIO: 'the-device-failed',
  EMFILE: 'too-many-files-are-open',
  ENFILE: 'too-many-files-are-open',
  ENOENT: 'it-is-not-there',
  NotFoundError: 'it-is-not-there',
  NotReadableError: 'it-was-changed-or-locked',
  ENOMEM: 'there-is-no-memory',
  ENOSPC: 'the-disk-is-full',
  ETIMEDOUT: 'no-answer-in-time',
  TimeoutError: 'no-answer-in-time',
  UND_ERR_CONNECT_TIMEOUT: 'no-answer-in-time',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer-in-time',
  UND_ERR_BODY_TIMEOUT: 'no-answer-in-time',
};

/**
 * Why the system, a network or a browser refused: by the first code in `error` and its causes, never by a message. A
 * code without words is given as the value of `a-fault-with-a-code`.
 */
export function systemReason(error: unknown): Reason {
  let unnamed: string | null = null;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
    const known = reasons[code ?? ''] ?? reasons[cause.name];
    if (known !== undefined) return { reason: known };
    unnamed ??= code;
  }
  if (unnamed !== null) return { reason: 'a-fault-with-a-code', fault: unnamed };
  return { reason: error instanceof TypeError ? 'the-connection-failed' : 'no-reason-given' };
}
